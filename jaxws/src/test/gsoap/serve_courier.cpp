// Serves the courier at a free port of 127.0.0.1, which the first line tells, until its input ends.
#include "CourierPortBinding.nsmap"
#include "parcels.hpp"
#include "soapCourierPortBindingService.h"
#include <algorithm>
#include <iostream>
#include <thread>
#include <unistd.h>

// How long nobody has called when the program ends by itself.
static const int IDLE_SECONDS = 120;

int CourierPortBindingService::describe(ns1__describe *request, ns1__describeResponse &response) {
    response.text = copied(soap, described(*request->parcel));
    return SOAP_OK;
}

int CourierPortBindingService::make(ns1__make *request, ns1__makeResponse &response) {
    response.parcel = request->full ? full_parcel(soap) : small_parcel(soap);
    return SOAP_OK;
}

int CourierPortBindingService::turned(ns1__turned *request, ns1__turnedResponse &response) {
    response.parcel = request->parcel;
    std::reverse(response.parcel.begin(), response.parcel.end());
    return SOAP_OK;
}

int CourierPortBindingService::words(ns1__words *request, ns1__wordsResponse &response) {
    response.word = request->word;
    return SOAP_OK;
}

int CourierPortBindingService::faster(ns1__faster *request, ns1__fasterResponse &response) {
    response.return_ = copied(soap, static_cast<enum ns2__speed>((*request->speed + 1) % 3));
    return SOAP_OK;
}

int CourierPortBindingService::twice(ns1__twice *request, ns1__twiceResponse &response) {
    response.return_ = request->number == nullptr ? nullptr : copied(soap, 2 * *request->number);
    return SOAP_OK;
}

int CourierPortBindingService::bytes(ns1__bytes *request, ns1__bytesResponse &response) {
    response.return_ = request->bytes;
    std::reverse(response.return_->__ptr, response.return_->__ptr + response.return_->__size);
    return SOAP_OK;
}

int CourierPortBindingService::exchanged(ns1__exchanged *request, ns1__exchangedResponse &response) {
    for (ns2__Vehicle *vehicle : request->vehicle) {
        ns2__Bicycle *bicycle = dynamic_cast<ns2__Bicycle *>(vehicle);
        ns2__Bicycle *wheeled = soap_new_ns2__Bicycle(soap);
        ns2__Vehicle *other = bicycle == nullptr ? wheeled : soap_new_ns2__Vehicle(soap);
        other->name = vehicle->name;
        other->wheels = bicycle == nullptr ? 2 : bicycle->gears;
        wheeled->gears = vehicle->wheels;
        response.return_.push_back(other);
    }
    return SOAP_OK;
}

int CourierPortBindingService::stamp(ns2__Parcel *request, ns2__Parcel &response) {
    response = *request;
    response.id++;
    return SOAP_OK;
}

int CourierPortBindingService::track(ns1__track *request, struct __ns1__trackResponse &response) {
    ns2__Ticket *ticket = soap_header()->ns1__ticket;
    std::string receipt = "receipt " + std::to_string(ticket->number) + " for " + *ticket->owner;
    soap_header(copied(soap, receipt), nullptr);
    response.ns1__trackResponse_ = soap_new_ns1__trackResponse(soap);
    response.ns1__trackResponse_->return_ = request->text;
    return SOAP_OK;
}

int CourierPortBindingService::send(ns1__send *request, ns1__sendResponse &response) {
    if (*request->to == "broken") {
        return soap_receiverfault("It is broken.", nullptr);
    }
    if (*request->to == "nowhere") {
        soap_senderfault("Not <there> \u00e9.", nullptr);
        struct SOAP_ENV__Detail *detail = soap_new_SOAP_ENV__Detail(soap);
        detail->ns2__refused = soap_new_ns2__Refusal(soap);
        detail->ns2__refused->code = 42;
        detail->ns2__refused->reason = copied(soap, HARD_TEXT);
        detail->ns2__refused->allowed = {"here", "there"};
        (soap->version == 2 ? soap->fault->SOAP_ENV__Detail : soap->fault->detail) = detail;
        return SOAP_FAULT;
    }
    response.return_ = copied(soap, "sent to " + *request->to);
    return SOAP_OK;
}

int CourierPortBindingService::nothing(ns1__nothing *, ns1__nothingResponse &) { return SOAP_OK; }

int CourierPortBindingService::note(ns1__note *request) {
    std::cout << "note: " << *request->text << std::endl;
    return send_note_empty_response();
}

int main() {
    CourierPortBindingService courier(SOAP_C_UTFSTRING);
    courier.soap->accept_timeout = IDLE_SECONDS;
    courier.soap->recv_timeout = 30;
    if (!soap_valid_socket(courier.bind("127.0.0.1", 0, 10))) {
        courier.soap_stream_fault(std::cout);
        return 1;
    }
    struct sockaddr_in bound;
    socklen_t size = sizeof bound;
    getsockname(courier.soap->master, reinterpret_cast<struct sockaddr *>(&bound), &size);
    std::cout << "http://127.0.0.1:" << ntohs(bound.sin_port) << "/" << std::endl;
    std::thread([] {
        while (std::cin.get() != EOF) {
        }
        _exit(0);
    }).detach();
    while (soap_valid_socket(courier.accept())) {
        courier.serve();
        courier.destroy();
    }
}
