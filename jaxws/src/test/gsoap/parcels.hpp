// Parcels as the client and the server make and describe them: what Parcel.java says, by the types that wsdl2h has written.
#include "soapH.h"
#include <cstdio>
#include <ctime>
#include <string>

static const std::string HARD_TEXT = "<a & b> \"c\" 'd' \u00e9\u0142\u65e5 \U0001F375 ]]>\n\tend";

template <class T> T *copied(struct soap *soap, const T &value) {
    T *place = static_cast<T *>(soap_malloc(soap, sizeof(T)));
    *place = value;
    return place;
}

template <> std::string *copied(struct soap *soap, const std::string &value) {
    std::string *place = soap_new_std__string(soap);
    *place = value;
    return place;
}

static xsd__base64Binary *bytes_of(struct soap *soap, const std::string &value) {
    xsd__base64Binary *bytes = soap_new_xsd__base64Binary(soap);
    bytes->__size = static_cast<int>(value.size());
    bytes->__ptr = static_cast<unsigned char *>(soap_malloc(soap, value.size() + 1));
    value.copy(reinterpret_cast<char *>(bytes->__ptr), value.size());
    return bytes;
}

static ns2__Item *item(struct soap *soap, const std::string &code, const std::string &name, int count) {
    ns2__Item *item = soap_new_ns2__Item(soap);
    item->code = copied(soap, code);
    item->name = copied(soap, name);
    item->count = count;
    return item;
}

static ns2__Parcel *small_parcel(struct soap *soap) {
    ns2__Parcel *parcel = soap_new_ns2__Parcel(soap);
    parcel->price = "0.5";
    parcel->items = soap_new__ns2__Parcel_items(soap);
    return parcel;
}

static ns2__Parcel *full_parcel(struct soap *soap) {
    ns2__Parcel *parcel = small_parcel(soap);
    parcel->id = 7;
    parcel->mark = copied(soap, std::string("\"7\" <&> \u00e9"));
    parcel->speed = copied(soap, ns2__speed__over_x0020night);
    parcel->label = HARD_TEXT;
    parcel->comment = copied(soap, std::string());
    parcel->weight = copied(soap, -12);
    parcel->price = "12345678901.25";
    parcel->fragile = true;
    parcel->serial = 4503599627370497LL;
    parcel->ratio = 0.1;
    parcel->posted = copied(soap, std::string("2026-02-28"));
    parcel->due = copied(soap, static_cast<time_t>(1772409598));
    parcel->content = bytes_of(soap, std::string("\x00\xff" "a<\x7f\x80", 6));
    parcel->tag = {"one", "", " two "};
    parcel->items->item = {item(soap, "x&y", "tea \U0001F375", 2), item(soap, "", "", 0)};
    return parcel;
}

static std::string quoted(const std::string &value) { return "'" + value + "'"; }

static std::string quoted(const std::string *value) { return value == nullptr ? "-" : quoted(*value); }

static std::string hex(const xsd__base64Binary &bytes) {
    std::string text;
    for (int i = 0; i < bytes.__size; i++) {
        char digits[3];
        snprintf(digits, sizeof digits, "%02x", bytes.__ptr[i]);
        text += digits;
    }
    return text;
}

static std::string decimal(double value) {
    char text[64];
    snprintf(text, sizeof text, "%g", value);
    std::string digits = text;
    return digits.find('.') == std::string::npos ? digits + ".0" : digits;
}

static std::string described(const ns2__Parcel &parcel) {
    static const char *const speeds[] = {"SLOW", "FAST", "over night"};
    std::string due = "-";
    if (parcel.due != nullptr) {
        char text[32];
        strftime(text, sizeof text, "'%Y-%m-%dT%H:%M:%SZ'", gmtime(parcel.due));
        due = text;
    }
    std::string tags;
    for (const std::string &tag : parcel.tag) {
        tags += (tags.empty() ? "" : " ") + quoted(tag);
    }
    std::string items;
    if (parcel.items != nullptr) {
        for (const ns2__Item *item : parcel.items->item) {
            items += (items.empty() ? "" : "; ") + quoted(item->code) + " " + quoted(item->name) + " "
                + std::to_string(item->count);
        }
    }
    return "id " + std::to_string(parcel.id) + ", mark " + quoted(parcel.mark) + ", speed "
        + (parcel.speed == nullptr ? "-" : quoted(speeds[*parcel.speed])) + ", label " + quoted(parcel.label)
        + ", comment " + quoted(parcel.comment) + ", weight "
        + (parcel.weight == nullptr ? "-" : quoted(std::to_string(*parcel.weight))) + ", price " + parcel.price
        + ", fragile " + (parcel.fragile ? "true" : "false") + ", serial " + std::to_string(parcel.serial) + ", ratio "
        + decimal(parcel.ratio) + ", posted " + quoted(parcel.posted) + ", due " + due + ", content "
        + (parcel.content == nullptr ? "-" : quoted(hex(*parcel.content))) + ", tags [" + tags + "], items [" + items
        + "]";
}
