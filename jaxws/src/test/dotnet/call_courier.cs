// Calls each operation of the courier by the classes that wsdl2 makes of its WSDL; exits with 1 on a difference.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Web.Services.Protocols;
using Courier;

static class CallCourier {
    const string HardText = "<a & b> \"c\" 'd' \u00e9\u0142\u65e5 \U0001F375 ]]>\n\tend";
    static int failed;

    static void Same(string what, object expected, object got) {
        if (Equals(expected, got)) {
            Console.WriteLine("ok   " + what);
        } else {
            failed = 1;
            Console.WriteLine("FAIL " + what + ": " + (expected ?? "null") + "\n but " + (got ?? "null"));
        }
    }

    static Parcel Made(bool full) {
        if (!full) {
            return new Parcel { label = "", price = 0.5m, items = new Item[0] };
        }
        return new Parcel {
            id = 7, mark = "\"7\" <&> \u00e9", speed = speed.overnight, speedSpecified = true, label = HardText, comment = "",
            weight = -12, price = 12345678901.25m, fragile = true, serial = 4503599627370497, ratio = 0.1,
            posted = new DateTime(2026, 2, 28), postedSpecified = true,
            due = new DateTime(2026, 3, 1, 23, 59, 58, DateTimeKind.Utc), dueSpecified = true,
            content = new byte[] { 0, 255, (byte) 'a', (byte) '<', 127, 128 }, tag = new[] { "one", "", " two " },
            items = new[] { new Item { code = "x&y", name = "tea \U0001F375", count = 2 },
                new Item { code = "", name = "", count = 0 } }
        };
    }

    static string Quoted(object value) {
        return value == null ? "-" : "'" + value + "'";
    }

    // What Parcel.java says.
    static string Described(Parcel parcel) {
        var plain = CultureInfo.InvariantCulture;
        return "id " + parcel.id + ", mark " + Quoted(parcel.mark) + ", speed "
            + Quoted(parcel.speedSpecified ? parcel.speed == speed.overnight ? "over night" : parcel.speed.ToString() : null)
            + ", label " + Quoted(parcel.label) + ", comment " + Quoted(parcel.comment) + ", weight " + Quoted(parcel.weight)
            + ", price " + parcel.price.ToString(plain) + ", fragile " + (parcel.fragile ? "true" : "false")
            + ", serial " + parcel.serial + ", ratio " + parcel.ratio.ToString("0.0", plain) + ", posted "
            + Quoted(parcel.postedSpecified ? parcel.posted.ToString("yyyy-MM-dd", plain) : null) + ", due "
            + Quoted(parcel.dueSpecified ? parcel.due.ToUniversalTime().ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", plain) : null)
            + ", content " + Quoted(parcel.content == null ? null
                : string.Concat(parcel.content.Select(one => one.ToString("x2"))))
            + ", tags [" + string.Join(" ", (parcel.tag ?? new string[0]).Select(Quoted)) + "], items ["
            + string.Join("; ", (parcel.items ?? new Item[0]).Select(
                item => Quoted(item.code) + " " + Quoted(item.name) + " " + item.count)) + "]";
    }

    static int Main(string[] arguments) {
        var courier = new CourierService { Url = arguments[0] };
        foreach (bool full in new[] { true, false }) {
            Parcel parcel = Made(full);
            string which = full ? "the full parcel" : "the small parcel";
            Same("describe " + which, Described(parcel), courier.describe(parcel));
            Same("make " + which, Described(parcel), Described(courier.make(full)));
            Parcel stamped = courier.stamp(parcel);
            parcel.id++;
            Same("stamp " + which, Described(parcel), Described(stamped));
        }
        Parcel[] parcels = { Made(true), Made(false) };
        courier.turned(ref parcels);
        Same("turned", Described(Made(false)) + Described(Made(true)), string.Concat(parcels.Select(Described)));
        string[] words = { "", HardText, " " };
        courier.words(ref words);
        Same("words", "|" + HardText + "| ", string.Join("|", words));
        words = new string[0];
        courier.words(ref words);
        Same("no words", 0, (words ?? new string[0]).Length);

        speed faster;
        bool there;
        courier.faster(speed.FAST, true, out faster, out there);
        Same("faster", speed.overnight, faster);
        int twice;
        courier.twice(0, false, out twice, out there);
        Same("twice null", false, there);
        courier.twice(-21, true, out twice, out there);
        Same("twice", -42, twice);
        Same("bytes", "97 255 0", string.Join(" ", courier.bytes(new byte[] { 0, 255, 97 })));
        Vehicle[] exchanged = courier.exchanged(new[] { new Vehicle { name = "cart", wheels = 3 },
            new Bicycle { name = "racer", wheels = 2, gears = 21 } });
        Same("exchanged", "Bicycle cart 2, Vehicle racer 21",
            string.Join(", ", exchanged.Select(vehicle => vehicle.GetType().Name + " " + vehicle.name + " " + vehicle.wheels)));
        Same("the bicycle's gears", 3, ((Bicycle) exchanged[0]).gears);

        courier.ticket = new Ticket { owner = "\u0141 & sons", number = 3 };
        Same("track", HardText, courier.track(HardText));
        Same("the receipt in a header", "receipt 3 for \u0141 & sons", string.Concat(courier.receipt.Text));

        Same("send", "sent to \u0141\u00f3d\u017a", courier.send("\u0141\u00f3d\u017a"));
        try {
            courier.send("nowhere");
            Same("a fault", true, false);
        } catch (SoapException fault) {
            Same("the declared fault's text", "Not <there> \u00e9.", fault.Message);
            var refused = fault.Detail.FirstChild;
            Same("the declared fault's element", "urn:test:courier:types refused", refused.NamespaceURI + " " + refused.LocalName);
            Same("the declared fault's code and reason", "42 " + HardText,
                refused.ChildNodes[0].InnerText + " " + refused.ChildNodes[1].InnerText);
        }
        try {
            courier.send("broken");
            Same("a fault", true, false);
        } catch (SoapException fault) {
            Same("an exception's message stays inside", false, fault.Message.Contains("secret"));
        }
        courier.nothing();
        courier.note("by .NET, \u00e9");
        return failed;
    }
}
