// Parcels as the client and the server make and describe them: what Parcel.java says.
const HARD_TEXT = '<a & b> "c" \'d\' \u00e9\u0142\u65e5 \u{1F375} ]]>\n\tend';

function parcel(full) {
  if (!full) {
    return {attributes: {id: 0}, label: '', weight: null, price: '0.5', fragile: false, serial: 0, ratio: 0, items: {}};
  }
  return {
    attributes: {id: 7, mark: '"7" <&> \u00e9', speed: 'over night'},
    label: HARD_TEXT,
    comment: '',
    weight: -12,
    price: '12345678901.25',
    fragile: true,
    serial: 4503599627370497,
    ratio: 0.1,
    posted: '2026-02-28',
    due: '2026-03-01T23:59:58Z',
    content: Buffer.from([0, 255, 97, 60, 127, 128]).toString('base64'),
    tag: ['one', '', ' two '],
    items: {item: [
      {attributes: {code: 'x&y'}, name: 'tea \u{1F375}', count: 2},
      {attributes: {code: ''}, name: '', count: 0},
    ]},
  };
}

function quoted(value) {
  return value === undefined || value === null ? '-' : `'${value}'`;
}

// A date of either kind is a Date where node-soap has read it.
function date(value, end) {
  return value instanceof Date ? value.toISOString().slice(0, end) + (end === 19 ? 'Z' : '') : value;
}

function list(value) {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

// One that was read, as it can be written: node-soap reads an empty element without text as null, and writes nothing for a
// Date.
function writable(parcel) {
  const written = {...parcel, items: parcel.items || {}};
  return parcel.due ? {...written, posted: date(parcel.posted, 10), due: date(parcel.due, 19)} : written;
}

function described(parcel) {
  const {id, mark, speed} = parcel.attributes;
  const bytes = parcel.content && Buffer.from(parcel.content, 'base64').toString('hex');
  const items = list(parcel.items && parcel.items.item)
      .map((item) => `${quoted(item.attributes && item.attributes.code)} ${quoted(item.name)} ${item.count}`);
  return `id ${id}, mark ${quoted(mark)}, speed ${quoted(speed)}, label ${quoted(parcel.label)}, comment `
      + `${quoted(parcel.comment)}, weight ${quoted(parcel.weight)}, price ${parcel.price}, fragile ${parcel.fragile}`
      + `, serial ${parcel.serial}, ratio ${parcel.ratio === 0 ? '0.0' : parcel.ratio}, posted `
      + `${quoted(date(parcel.posted, 10))}, due ${quoted(date(parcel.due, 19))}, content ${quoted(bytes)}, tags `
      + `[${list(parcel.tag).map(quoted).join(' ')}], items [${items.join('; ')}]`;
}

// A null of which the prefix is declared, which node-soap does not do in answers.
const NIL = {attributes: {'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance', 'xsi:nil': true}};

// With a prefix at each name: node-soap writes names without a namespace, except those of a wrapped operation's request.
function qualified(value, prefix) {
  if (Array.isArray(value)) {
    return value.map((item) => qualified(item, prefix));
  }
  if (value === null) {
    return NIL;
  }
  if (typeof value !== 'object') {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) =>
    name === 'attributes' ? [name, inner] : [prefix + ':' + name, qualified(inner, prefix)]));
}

// node-soap writes xsi:type as an attribute like others.
function vehicle(type, values) {
  const attributes = {'xmlns:xsi': NIL.attributes['xmlns:xsi'], 'xsi:type': 'ns1:' + type};
  return {attributes, ...qualified(values, 'ns1')};
}

module.exports = {HARD_TEXT, parcel, writable, described, list, qualified, vehicle};
