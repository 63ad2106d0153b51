<?php
// SOAPBuilders' operations by PHP's SoapServer, from the WSDL in the file that the environment names; run by php -S.
ini_set('soap.wsdl_cache_enabled', '0');
class Interop {
    public function __call($name, $arguments) {
        return $arguments[0] ?? null;
    }
    public function echoStructAsSimpleTypes($struct) {
        return ['outputString' => $struct->varString, 'outputInteger' => $struct->varInt,
            'outputFloat' => $struct->varFloat];
    }
    public function echoSimpleTypesAsStruct($text, $integer, $number) {
        return (object) ['varString' => $text, 'varInt' => $integer, 'varFloat' => $number];
    }
}
$server = new SoapServer(getenv('INTEROP_WSDL'));
$server->setObject(new Interop());
$server->handle();
