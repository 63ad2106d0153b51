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

function address(query) {
  return location.pathname + (query ? '?' + query : '');
}

function headers() {
  const action = operation.selectedOptions[0].dataset.action;
  return version.value === '1.1'
    ? { 'Content-Type': 'text/xml; charset=utf-8', 'SOAPAction': '"' + action + '"' }
    : { 'Content-Type': 'application/soap+xml; charset=utf-8' + (action ? '; action="' + action + '"' : '') };
}

function showHeaders() {
  sent.textContent = Object.entries(headers()).map(([name, value]) => name + ': ' + value).join(' \u00b7 ');
}

async function showSample() {
  const key = 'sample=' + encodeURIComponent(operation.value) + '&soap=' + version.value;
  history.replaceState(null, '', '#' + encodeURIComponent(operation.value));
  showHeaders();
  if (!samples.has(key)) {
    const answer = await fetch(address(key));
    samples.set(key, answer.ok ? await answer.text() : '');
    if (!answer.ok) {
      status.textContent = 'There is no sample: ' + answer.status + ' ' + answer.statusText;
      status.className = 'line fault';
    }
  }
  request.value = samples.get(key);
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

async function call(event) {
  event.preventDefault();
  send.disabled = true;
  status.className = 'line';
  status.textContent = 'Waiting for the reply \u2026';
  reply.textContent = '';
  const begin = performance.now();
  try {
    const answer = await fetch(address(''), { method: 'POST', headers: headers(), body: request.value });
    const text = await answer.text();
    const millis = Math.round(performance.now() - begin);
    const type = answer.headers.get('Content-Type') || '';
    const fault = !answer.ok || /<([\w.-]+:)?Fault[\s>]/.test(text);
    status.textContent = answer.status + ' ' + answer.statusText + ' \u00b7 ' + millis + ' ms \u00b7 '
      + new Blob([text]).size + ' bytes' + (type ? ' \u00b7 ' + type : '') + (fault ? ' \u00b7 fault' : '');
    status.className = fault ? 'line fault' : 'line ok';
    reply.textContent = text === '' ? '(no content)' : readable(text, type);
  } catch (failure) {
    status.textContent = 'No reply: ' + failure.message;
    status.className = 'line fault';
  } finally {
    send.disabled = false;
  }
}

// As people see the server, which a proxy may serve below another path.
wsdl.textContent = wsdl.href;
const asked = decodeURIComponent(location.hash.slice(1));
if ([...operation.options].some(option => option.value === asked)) {
  operation.value = asked;
}
operation.addEventListener('change', showSample);
version.addEventListener('change', showSample);
document.getElementById('call').addEventListener('submit', call);
showSample();
