// Calls SOAPBuilders' operations by node-soap, from the WSDL at the address given; exits with 1 on a difference.
const assert = require('assert');
const soap = require('soap');

// Values of a reply without the attributes that node-soap keeps beside them.
function plain(value) {
  if (Array.isArray(value)) {
    return value.map(plain);
  }
  if (value === null || typeof value !== 'object' || value instanceof Date) {
    return value;
  }
  if ('$value' in value) {
    return value.$value;
  }
  const entries = Object.entries(value).filter(([name]) => name !== 'attributes');
  return Object.fromEntries(entries.map(([name, inner]) => [name, plain(inner)]));
}

async function main() {
  const client = await soap.createClientAsync(process.argv[2] + '?wsdl');
  const echo = async (operation, part, value, expected = value) => {
    const [reply] = await client[operation + 'Async']({[part]: value});
    assert.deepStrictEqual(plain(reply).return, expected, operation);
    console.log('ok   ' + operation);
  };
  const struct = {varString: 's', varInt: 1, varFloat: 2.5};
  const other = {varString: 't', varInt: -2, varFloat: 3};
  await echo('echoString', 'inputString', 'a<b');
  await echo('echoInteger', 'inputInteger', 42);
  await echo('echoFloat', 'inputFloat', 2.5);
  await echo('echoBoolean', 'inputBoolean', true);
  await echo('echoDecimal', 'inputDecimal', 1.5);
  await echo('echoBase64', 'inputBase64', 'AP8=');
  await echo('echoHexBinary', 'inputHexBinary', '00FF');
  await echo('echoDate', 'inputDate', '2026-11-25T09:00:00Z', new Date('2026-11-25T09:00:00Z'));
  await echo('echoStruct', 'inputStruct', struct);
  await echo('echoStringArray', 'inputStringArray', {item: ['a', 'b']});
  await echo('echoIntegerArray', 'inputIntegerArray', {item: [1, -2]}, {item: ['1', '-2']});
  await echo('echoStructArray', 'inputStructArray', {item: [struct, other]});
  await echo('echoNestedStruct', 'inputStruct', {...struct, varStruct: other});
  await echo('echoNestedArray', 'inputStruct', {...struct, varArray: {item: ['x', 'y']}});
  const [simple] = await client.echoStructAsSimpleTypesAsync({inputStruct: struct});
  assert.deepStrictEqual(plain(simple), {outputString: 's', outputInteger: 1, outputFloat: 2.5});
  const [made] = await client.echoSimpleTypesAsStructAsync({inputString: 's', inputInteger: 1, inputFloat: 2.5});
  assert.deepStrictEqual(plain(made).return, struct);
  await assert.rejects(client.failAsync({trouble: {where: 'cellar'}}), (fault) => {
    assert.strictEqual(plain(fault.root.Envelope.Body.Fault.detail).TroubleFault.where, 'cellar');
    return true;
  });
  console.log('ok   a declared fault');
}

main().catch((failure) => {
  console.error(failure);
  process.exit(1);
});
