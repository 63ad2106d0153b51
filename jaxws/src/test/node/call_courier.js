// Calls each operation of the courier whose WSDL is at the address given, in SOAP 1.1 or 1.2; exits with 1 on a difference.
const assert = require('assert');
const soap = require('soap');
const {HARD_TEXT, parcel, described, list, qualified, vehicle} = require('./parcels.js');

let failed = 0;

async function main() {
  const courier = await soap.createClientAsync(process.argv[2] + '?wsdl',
      {forceSoap12Headers: process.argv[3] === '1.2', preserveWhitespace: true});
  const call = async (operation, request) => (await courier[operation + 'Async'](request))[0];
  const same = async (what, expected, got) => {
    try {
      assert.deepStrictEqual(await got(), expected);
      console.log('ok   ' + what);
    } catch (failure) {
      failed = 1;
      console.log(`FAIL ${what}: ${failure.message}\n${courier.lastRequest}\n${courier.lastResponse}`);
    }
  };
  for (const full of [true, false]) {
    const which = full ? 'the full parcel' : 'the small parcel';
    const sent = parcel(full);
    await same('describe ' + which, described(sent), async () => (await call('describe', {parcel: sent})).text);
    await same('make ' + which, described(sent), async () => described((await call('make', {full})).parcel));
    const next = parcel(full);
    next.attributes.id++;
    await same('stamp ' + which, described(next), async () => described(await call('stamp', qualified(sent, 'ns1'))));
  }
  await same('turned, none', [], async () => list(((await call('turned', {parcel: []})) || {}).parcel));
  await same('turned', [described(parcel(false)), described(parcel(true))],
      async () => (await call('turned', {parcel: [parcel(true), parcel(false)]})).parcel.map(described));
  await same('words, none', [], async () => list(((await call('words', {word: []})) || {}).word));
  await same('words', ['', HARD_TEXT, ' '], async () => (await call('words', {word: ['', HARD_TEXT, ' ']})).word);
  await same('faster', 'over night', async () => (await call('faster', {speed: 'FAST'})).return);
  await same('twice nothing', undefined, async () => ((await call('twice', {})) || {}).return);
  await same('twice', -42, async () => (await call('twice', {number: -21})).return);
  await same('bytes', 'Yf8A', async () => (await call('bytes', {bytes: 'AP9h'})).return);
  const carts = {vehicle: [vehicle('Vehicle', {name: 'cart', wheels: 3}),
    vehicle('Bicycle', {name: 'racer', wheels: 2, gears: 21})]};
  // What a type inherits stays text, a number too.
  await same('exchanged', [{name: 'cart', wheels: '2', gears: 3}, {name: 'racer', wheels: 21}],
      async () => (await call('exchanged', carts)).return.map(({attributes, ...values}) => values));

  courier.addSoapHeader({'tns:ticket': qualified({owner: '\u0141 & sons', number: 3}, 'ns1')});
  const [tracked, , header] = await courier.trackAsync({text: HARD_TEXT});
  courier.clearSoapHeaders();
  await same('track', HARD_TEXT, () => tracked.return);
  await same('the receipt in a header', 'receipt 3 for \u0141 & sons', () => header.receipt);

  await same('send', 'sent to \u0141\u00f3d\u017a', async () => (await call('send', {to: '\u0141\u00f3d\u017a'})).return);
  const fault_of = (to) => courier.sendAsync({to}).then(() => assert.fail('no fault'), (failure) => {
    const fault = failure.root.Envelope.Body.Fault;
    return {text: fault.faultstring || fault.Reason.Text.$value, detail: fault.detail || fault.Detail};
  });
  const refused = await fault_of('nowhere');
  await same("the declared fault's text", 'Not <there> \u00e9.', () => refused.text);
  // node-soap reads details without their schema: a number stays text.
  await same("the declared fault's bean", {code: '42', reason: HARD_TEXT, allowed: ['here', 'there']},
      () => refused.detail.refused);
  const broken = await fault_of('broken');
  await same("an exception's message stays inside", false, () => broken.text.includes('secret'));
  await same('nothing', null, async () => call('nothing', {}));
  await call('note', {text: 'by node-soap, \u00e9'});
  process.exit(failed);
}

main().catch((failure) => {
  console.error(failure);
  process.exit(1);
});
