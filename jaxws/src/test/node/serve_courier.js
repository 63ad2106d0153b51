// Serves the courier by node-soap, from the WSDL in a file, in SOAP 1.1 or 1.2, at a free port of 127.0.0.1, which the first
// line tells, until its input ends. A note is one more line.
const fs = require('fs');
const http = require('http');
const soap = require('soap');
const {HARD_TEXT, parcel, writable, described, list, qualified, vehicle} = require('./parcels.js');

const soap12 = process.argv[3] === '1.2';
// As XML: node-soap drops the prefixes of lists in a fault's detail.
const refusal = {$xml: `<ns1:refused><ns1:code>42</ns1:code><ns1:reason>${escaped(HARD_TEXT)}</ns1:reason>`
    + '<ns1:allowed>here</ns1:allowed><ns1:allowed>there</ns1:allowed></ns1:refused>'};

function escaped(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function fault(role, text, detail) {
  return soap12
    ? {Fault: {Code: {Value: 'soap:' + (role === 'Client' ? 'Sender' : 'Receiver')},
      Reason: {Text: {attributes: {'xml:lang': 'en'}, $value: text}}, Detail: detail, statusCode: 500}}
    : {Fault: {faultcode: 'soap:' + role, faultstring: text, detail, statusCode: 500}};
}

const port = {
  describe: (request) => ({text: described(request.parcel)}),
  make: (request) => ({parcel: qualified(parcel(request.full), 'ns1')}),
  turned: (request) => ({parcel: qualified(list(request && request.parcel).reverse().map(writable), 'ns1')}),
  words: (request) => ({word: list(request && request.word)}),
  faster: (request) => ({return: {SLOW: 'FAST', FAST: 'over night', 'over night': 'SLOW'}[request.speed]}),
  twice: (request) => (request && request.number !== undefined ? {return: 2 * request.number} : {}),
  bytes: (request) => ({return: Buffer.from(request.bytes, 'base64').reverse().toString('base64')}),
  exchanged: (request) => ({return: request.vehicle.map(({name, wheels, gears}) => (gears === undefined
    ? vehicle('Bicycle', {name, wheels: 2, gears: wheels})
    : vehicle('Vehicle', {name, wheels: gears})))}),
  stamp: (sent) => {
    sent.attributes.id++;
    return qualified(writable(sent), 'ns1');
  },
  track: (request) => ({return: request.text}),
  send: (request) => {
    if (request.to === 'broken') {
      throw fault('Server', 'It is broken.');
    }
    if (request.to === 'nowhere') {
      throw fault('Client', 'Not <there> \u00e9.', refusal);
    }
    return {return: 'sent to ' + request.to};
  },
  nothing: () => ({}),
  note: (request) => {
    console.log('note: ' + request.text);
  },
};

const listener = http.createServer((request, response) => response.end());
listener.listen(0, '127.0.0.1', () => {
  const server = soap.listen(listener, {
    path: '/',
    services: {CourierService: {CourierPort: port}},
    xml: fs.readFileSync(process.argv[2], 'utf8'),
    forceSoap12Headers: soap12,
    callback: () => console.log('http://127.0.0.1:' + listener.address().port + '/'),
  });
  server.wsdl.options.preserveWhitespace = true; // which listen() does not take
  server.addSoapHeader((operation, request, headers) => {
    if (operation !== 'track') {
      return '';
    }
    const {number, owner} = headers.ticket;
    return `<tns:receipt>receipt ${number} for ${escaped(owner)}</tns:receipt>`;
  });
});
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
