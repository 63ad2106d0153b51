<?php
// Calls SOAPBuilders' operations by PHP's SoapClient, from the WSDL at the address given; exits with 1 on a difference.
ini_set('soap.wsdl_cache_enabled', '0');
$client = new SoapClient($argv[1] . '?wsdl', ['trace' => true]);
$failed = 0;
function same($what, $expected, $got) {
    global $failed, $client;
    if (json_encode($expected) === json_encode($got)) {
        echo "ok   $what\n";
    } else {
        $failed = 1;
        echo "FAIL $what: " . json_encode($expected) . ' but ' . json_encode($got) . "\n", $client->__getLastRequest(),
            "\n", $client->__getLastResponse(), "\n";
    }
}
same('echoString', 'a<b', $client->echoString('a<b'));
same('echoString null', null, $client->echoString(null));
same('echoStringArray', ['a', 'b'], $client->echoStringArray(['a', 'b']));
same('echoInteger', 42, $client->echoInteger(42));
same('echoIntegerArray', [1, -2], $client->echoIntegerArray([1, -2]));
same('echoFloat', 2.5, $client->echoFloat(2.5));
same('echoFloatArray', [1.5, -2.5], $client->echoFloatArray([1.5, -2.5]));
$struct = ['varString' => 's', 'varInt' => 1, 'varFloat' => 2.5];
$sorted = function ($object) {
    $values = json_decode(json_encode($object), true);
    ksort($values);
    return $values;
};
same('echoStruct', $sorted($struct), $sorted($client->echoStruct($struct)));
same('echoStructArray', [$sorted($struct), $sorted($struct)],
    array_map($sorted, $client->echoStructArray([$struct, $struct])));
same('echoVoid', null, $client->echoVoid());
same('echoBase64', 'xyz', $client->echoBase64('xyz'));
same('echoDate', '2026-11-25T09:00:00Z', substr($client->echoDate('2026-11-25T09:00:00Z'), 0, 19) . 'Z');
same('echoDecimal', '123.45', (string) $client->echoDecimal('123.45'));
same('echoBoolean', true, $client->echoBoolean(true));
$simple = $client->echoStructAsSimpleTypes($struct);
same('echoStructAsSimpleTypes', ['s', 1, 2.5],
    [$simple['outputString'], $simple['outputInteger'], $simple['outputFloat']]);
same('echoSimpleTypesAsStruct', $sorted($struct), $sorted($client->echoSimpleTypesAsStruct('s', 1, 2.5)));
same('echo2DStringArray', [['a', 'b'], ['c', 'd']], $client->echo2DStringArray([['a', 'b'], ['c', 'd']]));
$nested = $struct + ['varStruct' => $struct];
same('echoNestedStruct', 's', $client->echoNestedStruct($nested)->varStruct->varString);
same('echoNestedArray', ['x', 'y'], $client->echoNestedArray($struct + ['varArray' => ['x', 'y']])->varArray);
same('echoMap', ['one' => 1, 'two' => 'b'], $client->echoMap(['one' => 1, 'two' => 'b']));
// One object in two places, which PHP writes by href.
$one = (object) ['name' => 'one', 'next' => null, 'other' => null];
$one->next = $one;
$echoed = $client->echoNode($one);
same('echoNode', 'one', $echoed->next->next->name);
try {
    $client->echoInteger(new SoapVar('seven', XSD_STRING));
    same('a value that does not fit', 'a fault', 'none');
} catch (SoapFault $fault) {
    same('a value that does not fit', true, str_contains($fault->getMessage(), 'seven'));
}
exit($failed);
