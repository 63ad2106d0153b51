<?php
// The courier by PHP's SoapServer, from the WSDL in the file that the environment names; run by php -S. What is noted goes to
// the file beside the WSDL that is called notes.txt.
require 'parcels.php';
ini_set('soap.wsdl_cache_enabled', '0');
class Courier {
    private $server;
    private $ticket;
    public function __construct($server) {
        $this->server = $server;
    }
    public function ticket($ticket) {
        $this->ticket = $ticket;
    }
    public function describe($request) {
        return ['text' => described($request->parcel)];
    }
    public function make($request) {
        return ['parcel' => parcel($request->full)];
    }
    public function turned($request) {
        return ['parcel' => array_reverse($request->parcel ?? [])];
    }
    public function words($request) {
        return ['word' => $request->word ?? []];
    }
    public function faster($request) {
        $next = ['SLOW' => 'FAST', 'FAST' => 'over night', 'over night' => 'SLOW'];
        return ['return' => $next[$request->speed]];
    }
    public function twice($request) {
        return isset($request->number) ? ['return' => 2 * $request->number] : [];
    }
    public function bytes($request) {
        return ['return' => strrev($request->bytes)];
    }
    public function exchanged($request) {
        $other = fn($vehicle) => isset($vehicle->gears)
            ? vehicle('Vehicle', ['name' => $vehicle->name, 'wheels' => $vehicle->gears])
            : vehicle('Bicycle', ['name' => $vehicle->name, 'wheels' => 2, 'gears' => $vehicle->wheels]);
        return ['return' => array_map($other, $request->vehicle)];
    }
    public function stamp($parcel) {
        $parcel->id++;
        return $parcel;
    }
    public function track($request) {
        $text = "receipt {$this->ticket->number} for {$this->ticket->owner}";
        $this->server->addSoapHeader(new SoapHeader('urn:test:courier', 'receipt', $text));
        return ['return' => $request->text];
    }
    public function send($request) {
        if ($request->to === 'broken') {
            throw new SoapFault('Server', 'It is broken.');
        }
        if ($request->to === 'nowhere') {
            throw new SoapFault('Client', "Not <there> \u{e9}.", null,
                (object) ['refused' => ['code' => 42, 'reason' => HARD_TEXT, 'allowed' => ['here', 'there']]], 'Refused');
        }
        return ['return' => "sent to $request->to"];
    }
    public function nothing() {
        return [];
    }
    public function note($request) {
        file_put_contents(dirname(getenv('COURIER_WSDL')) . '/notes.txt', "$request->text\n", FILE_APPEND);
    }
}
$server = new SoapServer(getenv('COURIER_WSDL'), ['features' => SOAP_SINGLE_ELEMENT_ARRAYS,
    'soap_version' => getenv('COURIER_SOAP') === '1.2' ? SOAP_1_2 : SOAP_1_1]);
$server->setObject(new Courier($server));
$server->handle();
