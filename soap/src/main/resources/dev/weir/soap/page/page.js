'use strict';
const operation = document.getElementById('operation');
const version = document.getElementById('version');
const request = document.getElementById('request');
const sent = document.getElementById('sent');
const reply = document.getElementById('reply');
const status = document.getElementById('status');
const send = document.getElementById('send');
const samples = new Map();
const wsdl = document.getElementById('wsdl');
/** Counts the choices of operation and version: a sample that comes after a later choice is none of its. */
let choice = 0;
let loading = false;
let calling = false;

/** What is shown can be sent: not while the sample of another operation is there, or a reply is waited for. */
function enableSend() {
  send.disabled = loading || calling;
}

function address(query) {
  return location.pathname + (query ? '?' + query : '');
}

/** That of the operation in the version of SOAP. */
function statedAction() {
  return operation.selectedOptions[0].getAttribute('data-action-' + version.value) || '';
}

/** The action as a field of HTTP may have it: empty where it has characters that no field can carry. */
function sendableAction() {
  const action = statedAction();
  return /^[\x20-\x7e\xa0-\xff]*$/.test(action) ? action : '';
}

function headers() {
  const action = sendableAction();
  return version.value === '1.1'
    ? { 'Content-Type': 'text/xml; charset=utf-8', 'SOAPAction': '"' + action + '"' }
    : { 'Content-Type': 'application/soap+xml; charset=utf-8' + (action ? '; action="' + action.replace(/["\\]/g, '\\$&') + '"' : '') };
}

function showHeaders() {
  const unsent = statedAction() !== '' && sendableAction() === '';
  sent.textContent = Object.entries(headers()).map(([name, value]) => name + ': ' + value).join(' \u00b7 ')
    + (unsent ? ' \u00b7 the action has characters that HTTP cannot carry' : '');
}

function showFailure(text) {
  status.textContent = text;
  status.className = 'line fault';
}

async function loadSample(key) {
  const answer = await fetch(address(key));
  if (!answer.ok) {
    throw new Error(answer.status + ' ' + answer.statusText);
  }
  samples.set(key, await answer.text());
}

/** Until the sample is there, nothing can be sent: the request would be that of another operation. */
async function showSample() {
  const mine = ++choice;
  const key = 'sample=' + encodeURIComponent(operation.value) + '&soap=' + version.value;
  history.replaceState(null, '', '#' + encodeURIComponent(operation.value));
  showHeaders();
  if (!samples.has(key)) {
    loading = true;
    enableSend();
    request.value = '';
    try {
      await loadSample(key);
    } catch (failure) {
      if (mine === choice) {
        showFailure('There is no sample: ' + failure.message);
      }
    }
  }
  if (mine === choice) {
    request.value = samples.get(key) || '';
    loading = false;
    enableSend();
  }
}

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text) {
  return text.replace(/[&<>"]/g, character => escapes[character]);
}

function startTag(element) {
  return '<' + element.nodeName + [...element.attributes].map(attribute =>
    ' ' + attribute.name + '="' + escaped(attribute.value) + '"').join('');
}

/** As it came, without line breaks of ours. */
function markup(node) {
  switch (node.nodeType) {
    case Node.ELEMENT_NODE:
      return startTag(node) + (node.hasChildNodes()
        ? '>' + [...node.childNodes].map(markup).join('') + '</' + node.nodeName + '>' : '/>');
    case Node.TEXT_NODE:
      return escaped(node.data).replace(/&quot;/g, '"');
    default:
      return new XMLSerializer().serializeToString(node);
  }
}

/** Elements that hold elements only, one per line; others as they came. */
function indented(element, before) {
  const children = [...element.childNodes].filter(child => child.nodeType !== Node.TEXT_NODE || child.data.trim() !== '');
  if (children.length === 0 || children.some(child =>
    child.nodeType === Node.TEXT_NODE || child.nodeType === Node.CDATA_SECTION_NODE)) {
    return before + markup(element) + '\n';
  }
  return before + startTag(element) + '>\n' + children.map(child => child.nodeType === Node.ELEMENT_NODE
    ? indented(child, before + '  ') : before + '  ' + markup(child) + '\n').join('') + before + '</' + element.nodeName + '>\n';
}

function readable(text, type) {
  if (!/xml/.test(type) || /multipart/.test(type) || text.length > 1000000) {
    return text;
  }
  const parsed = new DOMParser().parseFromString(text, 'application/xml');
  return parsed.querySelector('parsererror') ? text : indented(parsed.documentElement, '');
}

/** The envelope of a reply: of one with parts, that in the first of them. Null where it is not XML. */
function envelope(text, type) {
  const xml = /multipart/.test(type)
    ? (/<(?:[\w.-]+:)?Envelope[\s>][\s\S]*?<\/(?:[\w.-]+:)?Envelope\s*>/.exec(text) || [''])[0] : text;
  const parsed = new DOMParser().parseFromString(xml, 'application/xml');
  return parsed.querySelector('parsererror') ? null : parsed.documentElement;
}

/** True where the Body has a Fault of SOAP: elements of that name elsewhere, or of others, are the service's own. */
function isFault(text, type) {
  const root = /xml/.test(type) ? envelope(text, type) : null;
  const child = (parent, name) => parent && [...parent.children].find(element =>
    element.localName === name && element.namespaceURI === root.namespaceURI);
  return Boolean(root && root.localName === 'Envelope' && child(child(root, 'Body'), 'Fault'));
}

async function call(event) {
  event.preventDefault();
  if (send.disabled) {
    return;
  }
  calling = true;
  enableSend();
  status.className = 'line';
  status.textContent = 'Waiting for the reply \u2026';
  reply.textContent = '';
  const begin = performance.now();
  try {
    const answer = await fetch(address(''), { method: 'POST', headers: headers(), body: request.value });
    const text = await answer.text();
    const millis = Math.round(performance.now() - begin);
    const type = answer.headers.get('Content-Type') || '';
    const fault = !answer.ok || isFault(text, type);
    status.textContent = answer.status + ' ' + answer.statusText + ' \u00b7 ' + millis + ' ms \u00b7 '
      + new Blob([text]).size + ' bytes' + (type ? ' \u00b7 ' + type : '') + (fault ? ' \u00b7 fault' : '');
    status.className = fault ? 'line fault' : 'line ok';
    reply.textContent = text === '' ? '(no content)' : readable(text, type);
  } catch (failure) {
    showFailure('No reply: ' + failure.message);
  } finally {
    calling = false;
    enableSend();
  }
}

/** The operation that the address names; as it stands where it is not encoded rightly. */
function named() {
  const name = location.hash.slice(1);
  try {
    return decodeURIComponent(name);
  } catch (failure) {
    return name;
  }
}

// As people see the server, which a proxy may serve below another path.
wsdl.textContent = wsdl.href;
const asked = named();
if ([...operation.options].some(option => option.value === asked)) {
  operation.value = asked;
}
operation.addEventListener('change', showSample);
version.addEventListener('change', showSample);
document.getElementById('call').addEventListener('submit', call);
showSample();
