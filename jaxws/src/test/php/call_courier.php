<?php
// Calls each operation of the courier whose WSDL is at the address given, in SOAP 1.1 or 1.2; exits with 1 on a difference.
require 'parcels.php';
ini_set('soap.wsdl_cache_enabled', '0');
$courier = new SoapClient($argv[1] . '?wsdl', ['trace' => true, 'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
    'soap_version' => $argv[2] === '1.2' ? SOAP_1_2 : SOAP_1_1]);
$failed = 0;
function same($what, $expected, $got) {
    global $failed, $courier;
    if ($expected === $got) {
        echo "ok   $what\n";
    } else {
        $failed = 1;
        echo "FAIL $what: " . var_export($expected, true) . "\n but " . var_export($got, true) . "\n",
            $courier->__getLastRequest(), "\n", $courier->__getLastResponse(), "\n";
    }
}
function fault_of($call) {
    try {
        $call();
    } catch (SoapFault $fault) {
        return $fault;
    }
    throw new Exception('no fault');
}
foreach ([true, false] as $full) {
    $parcel = parcel($full);
    $which = $full ? 'the full parcel' : 'the small parcel';
    same("describe $which", described($parcel), $courier->describe(['parcel' => $parcel])->text);
    same("make $which", described($parcel), described($courier->make(['full' => $full])->parcel));
    $stamped = $courier->stamp($parcel);
    $parcel->id++;
    same("stamp $which", described($parcel), described($stamped));
}
same('turned, none', [], $courier->turned(['parcel' => []])->parcel ?? []);
same('turned, one', 1, count($courier->turned(['parcel' => [parcel(false)]])->parcel));
same('turned', [described(parcel(false)), described(parcel(true))],
    array_map('described', $courier->turned(['parcel' => [parcel(true), parcel(false)]])->parcel));
same('words, none', [], $courier->words(['word' => []])->word ?? []);
same('words', ['', HARD_TEXT, ' '], $courier->words(['word' => ['', HARD_TEXT, ' ']])->word);
same('faster', 'over night', $courier->faster(['speed' => 'FAST'])->return);
same('twice null', null, $courier->twice(['number' => null])->return ?? null);
same('twice', -42, $courier->twice(['number' => -21])->return);
same('bytes', "a\xff\x00", $courier->bytes(['bytes' => "\x00\xffa"])->return);
$exchanged = $courier->exchanged(['vehicle' => [vehicle('Vehicle', ['name' => 'cart', 'wheels' => 3]),
    vehicle('Bicycle', ['name' => 'racer', 'wheels' => 2, 'gears' => 21])]])->return;
same('exchanged', [['name' => 'cart', 'wheels' => 2, 'gears' => 3], ['name' => 'racer', 'wheels' => 21]],
    array_map(fn($vehicle) => (array) $vehicle, $exchanged));

$ticket = new SoapHeader('urn:test:courier', 'ticket', ['owner' => "\u{141} & sons", 'number' => 3]);
$tracked = $courier->__soapCall('track', [['text' => HARD_TEXT]], null, $ticket, $received);
same('track', HARD_TEXT, $tracked->return ?? $tracked);
same('the receipt in a header', "receipt 3 for \u{141} & sons", $received['receipt'] ?? null);

same('send', "sent to \u{141}\u{f3}d\u{17a}", $courier->send(['to' => "\u{141}\u{f3}d\u{17a}"])->return);
$fault = fault_of(fn() => $courier->send(['to' => 'nowhere']));
same("the declared fault's text", "Not <there> \u{e9}.", $fault->getMessage());
// PHP reads details without their schema: a number stays text.
same("the declared fault's code", '42', $fault->detail->refused->code ?? null);
same("the declared fault's reason", HARD_TEXT, $fault->detail->refused->reason ?? null);
same("the declared fault's list", ['here', 'there'], $fault->detail->refused->allowed ?? null);
$fault = fault_of(fn() => $courier->send(['to' => 'broken']));
same("an exception's message stays inside", false, str_contains($fault->getMessage(), 'secret'));
same('nothing', [], (array) $courier->nothing());
same('note', null, $courier->note(['text' => "by PHP, \u{e9}"]));
exit($failed);
