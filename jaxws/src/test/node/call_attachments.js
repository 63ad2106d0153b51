// Sends bytes to the courier's operation bytes, which turns them round, by MTOM; exits with 1 on a difference.
const assert = require('assert');
const soap = require('soap');

let failed = 0;

async function same(what, call) {
  try {
    await call();
    console.log('ok   ' + what);
  } catch (failure) {
    failed = 1;
    console.log(`FAIL ${what}: ${failure.message}`);
  }
}

function content(length) {
  return Buffer.from(Array.from({length}, (_, i) => (i * 31 + (i >> 8)) & 255));
}

const turned = (bytes) => Buffer.from(bytes).reverse();

async function main() {
  const courier = await soap.createClientAsync(process.argv[2] + '?wsdl', {parseReponseAttachments: true});

  // What has come: base64 in the envelope, or the part that it refers to by an xop:Include, which node-soap leaves to its users.
  async function bytes(value, options) {
    const [answer, , , , parts] = await courier.bytesAsync({bytes: value}, options);
    if (answer.return === null || typeof answer.return === 'string') {
      return Buffer.from(answer.return || '', 'base64');
    }
    const id = decodeURIComponent(answer.return.Include.attributes.href.slice('cid:'.length));
    return parts.parts.find(({headers}) => headers['content-id'] === `<${id}>`).body;
  }

  const include = (id) => ({'xop:Include':
    {attributes: {'xmlns:xop': 'http://www.w3.org/2004/08/xop/include', 'href': 'cid:' + id}}});

  for (const length of [0, 1, 100, 5000, 1000000]) {
    const sent = content(length);
    for (const forceMTOM of [false, true]) {
      await same(`${length} bytes in base64, ${forceMTOM ? 'in a package of one part' : 'as text'}`, async () => {
        const answer = await bytes(sent.toString('base64'), {forceMTOM});
        assert.deepStrictEqual(answer, turned(sent));
      });
    }
    await same(`${length} bytes in a part`, async () => {
      const attachment = {mimetype: 'application/octet-stream', contentId: 'content@node', name: 'content.bin', body: sent};
      const answer = await bytes(include('content@node'), {forceMTOM: true, attachments: [attachment]});
      assert.deepStrictEqual(answer, turned(sent));
    });
  }
  process.exit(failed);
}

main().catch((failure) => {
  console.error(failure);
  process.exit(1);
});
