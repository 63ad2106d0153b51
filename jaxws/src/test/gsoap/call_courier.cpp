// Calls each operation of the courier at the address given, in the version of SOAP that its WSDL has; exits with 1 on a
// difference.
#include "CourierPortBinding.nsmap"
#include "parcels.hpp"
#include "soapCourierPortBindingProxy.h"
#include <iostream>

static int failed = 0;

static void same(const std::string &what, const std::string &expected, const std::string &got) {
    if (expected == got) {
        std::cout << "ok   " << what << "\n";
    } else {
        failed = 1;
        std::cout << "FAIL " << what << ": " << expected << "\n but " << got << "\n";
    }
}

// What a call has brought: the fault where there is one.
static std::string outcome(CourierPortBindingProxy &courier, int status, const std::string *value) {
    if (status != SOAP_OK) {
        courier.soap_stream_fault(std::cout);
        return "a fault";
    }
    return value == nullptr ? "nothing" : *value;
}

static std::string one_of(CourierPortBindingProxy &courier, int status, const ns2__Parcel *parcel) {
    std::string text = parcel == nullptr ? "nothing" : described(*parcel);
    return outcome(courier, status, &text);
}

int main(int, char **arguments) {
    CourierPortBindingProxy courier(arguments[1], SOAP_C_UTFSTRING);
    struct soap *soap = courier.soap;
    soap->recv_timeout = 30;

    for (ns2__Parcel *parcel : {full_parcel(soap), small_parcel(soap)}) {
        bool full = parcel->id == 7;
        std::string which = full ? " the full parcel" : " the small parcel";
        ns1__describe describe;
        describe.parcel = parcel;
        ns1__describeResponse seen;
        int status = courier.describe(&describe, seen);
        same("describe" + which, described(*parcel), outcome(courier, status, seen.text));
        ns1__make make;
        make.full = full;
        ns1__makeResponse made;
        status = courier.make(&make, made);
        same("make" + which, described(*parcel), one_of(courier, status, made.parcel));
        ns2__Parcel stamped;
        status = courier.stamp(parcel, stamped);
        parcel->id++;
        same("stamp" + which, described(*parcel), one_of(courier, status, &stamped));
    }

    ns1__turned turned;
    ns1__turnedResponse other;
    int status = courier.turned(&turned, other);
    same("turned, none", "0", status == SOAP_OK ? std::to_string(other.parcel.size()) : "a fault");
    turned.parcel = {full_parcel(soap), small_parcel(soap)};
    status = courier.turned(&turned, other);
    same("turned, the number", "2", status == SOAP_OK ? std::to_string(other.parcel.size()) : "a fault");
    if (other.parcel.size() == 2) {
        same("turned, the first", described(*small_parcel(soap)), described(*other.parcel[0]));
        same("turned, the second", described(*full_parcel(soap)), described(*other.parcel[1]));
    }

    ns1__words words;
    ns1__wordsResponse echoed;
    status = courier.words(&words, echoed);
    same("words, none", "0", status == SOAP_OK ? std::to_string(echoed.word.size()) : "a fault");
    words.word = {"", HARD_TEXT, " "};
    status = courier.words(&words, echoed);
    same("words", "yes", status == SOAP_OK && echoed.word == words.word ? "yes" : "no");

    ns1__faster faster;
    faster.speed = copied(soap, ns2__speed__FAST);
    ns1__fasterResponse fastest;
    status = courier.faster(&faster, fastest);
    same("faster", "2", status == SOAP_OK && fastest.return_ != nullptr ? std::to_string(*fastest.return_) : "none");

    ns1__twice twice;
    ns1__twiceResponse number;
    status = courier.twice(&twice, number);
    same("twice null", "null", status == SOAP_OK && number.return_ == nullptr ? "null" : "a number");
    twice.number = copied(soap, -21);
    status = courier.twice(&twice, number);
    same("twice", "-42", status == SOAP_OK && number.return_ != nullptr ? std::to_string(*number.return_) : "none");

    ns1__bytes bytes;
    bytes.bytes = bytes_of(soap, std::string("\x00\xff" "a", 3));
    ns1__bytesResponse bytesTurned;
    status = courier.bytes(&bytes, bytesTurned);
    same("bytes", "61ff00", status == SOAP_OK && bytesTurned.return_ != nullptr ? hex(*bytesTurned.return_) : "none");

    ns1__exchanged exchanged;
    ns2__Vehicle *cart = soap_new_ns2__Vehicle(soap);
    cart->name = copied(soap, std::string("cart"));
    cart->wheels = 3;
    ns2__Bicycle *racer = soap_new_ns2__Bicycle(soap);
    racer->name = copied(soap, std::string("racer"));
    racer->wheels = 2;
    racer->gears = 21;
    exchanged.vehicle = {cart, racer};
    ns1__exchangedResponse vehicles;
    status = courier.exchanged(&exchanged, vehicles);
    if (status != SOAP_OK || vehicles.return_.size() != 2) {
        same("exchanged", "two vehicles", "not two");
    } else {
        ns2__Bicycle *bicycle = dynamic_cast<ns2__Bicycle *>(vehicles.return_[0]);
        same("exchanged, the bicycle", "3", bicycle == nullptr ? "none" : std::to_string(bicycle->gears));
        ns2__Vehicle *vehicle = vehicles.return_[1];
        same("exchanged, the vehicle", "21",
            dynamic_cast<ns2__Bicycle *>(vehicle) == nullptr ? std::to_string(vehicle->wheels) : "a bicycle");
    }

    ns2__Ticket ticket;
    ticket.owner = copied(soap, std::string("\u0141 & sons"));
    ticket.number = 3;
    courier.soap_header(nullptr, &ticket);
    ns1__track track;
    track.text = copied(soap, HARD_TEXT);
    struct __ns1__trackResponse tracked;
    status = courier.track(&track, tracked);
    same("track", HARD_TEXT,
        outcome(courier, status,
            tracked.ns1__trackResponse_ == nullptr ? nullptr : tracked.ns1__trackResponse_->return_));
    struct SOAP_ENV__Header *header = courier.soap_header();
    same("the receipt in a header", "receipt 3 for \u0141 & sons",
        header == nullptr || header->ns1__receipt == nullptr ? "none" : *header->ns1__receipt);
    courier.soap_noheader();

    ns1__send send;
    ns1__sendResponse sent;
    send.to = copied(soap, std::string("\u0141\u00f3d\u017a"));
    status = courier.send(&send, sent);
    same("send", "sent to \u0141\u00f3d\u017a", outcome(courier, status, sent.return_));
    *send.to = "nowhere";
    if (courier.send(&send, sent) == SOAP_OK) {
        same("the declared fault", "a fault", "none");
        return failed;
    }
    same("the declared fault's text", "Not <there> \u00e9.", courier.soap_fault_string());
    struct SOAP_ENV__Fault *fault = courier.soap_fault();
    struct SOAP_ENV__Detail *detail = fault->detail == nullptr ? fault->SOAP_ENV__Detail : fault->detail;
    ns2__Refusal *refusal = detail == nullptr ? nullptr : detail->ns2__refused;
    same("the declared fault's code", "42", refusal == nullptr ? "none" : std::to_string(refusal->code));
    if (refusal != nullptr) {
        same("the declared fault's reason", HARD_TEXT, *refusal->reason);
        same("the declared fault's list", "here there", refusal->allowed[0] + " " + refusal->allowed[1]);
    }
    *send.to = "broken";
    if (courier.send(&send, sent) == SOAP_OK) {
        same("an exception's fault", "a fault", "none");
        return failed;
    }
    std::string told = courier.soap_fault_string();
    same("an exception's message stays inside", "yes", told.find("secret") == std::string::npos ? "yes" : told);

    ns1__nothing nothing;
    ns1__nothingResponse none;
    same("nothing", "0", std::to_string(courier.nothing(&nothing, none)));
    ns1__note note;
    note.text = copied(soap, std::string("by gSOAP, \u00e9"));
    same("note", "0", std::to_string(courier.note(&note)));
    return failed;
}
