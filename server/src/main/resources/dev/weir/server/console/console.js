"use strict";

// The field that a page names for it gets the focus by one key, unless something is being typed.
document.addEventListener("keydown", event => {
  const typing = event.target instanceof Element && event.target.closest("input, select, textarea, [contenteditable]");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  for (const field of document.querySelectorAll("[data-key]")) {
    if (field.dataset.key === event.key) {
      event.preventDefault();
      field.focus();
      field.select();
      return;
    }
  }
});

// Where the menu is wider than the window, the page that is open is seen in it.
document.querySelector(".top nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// On a row that is ticked the key Enter decides nothing: which of the buttons would it be?
document.addEventListener("keydown", event => {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement && event.target.type === "checkbox") {
    event.preventDefault();
  }
});

// One box ticks all of its form.
document.addEventListener("change", event => {
  const name = event.target.dataset?.ticks;
  if (name !== undefined) {
    for (const box of event.target.form.querySelectorAll(`[name="${name}"]`)) {
      box.checked = event.target.checked;
    }
  }
});

// A list does not change while somebody chooses among its rows.
document.addEventListener("htmx:beforeRequest", event => {
  const byItself = event.detail.requestConfig.triggeringEvent?.type === "tick";
  if (byItself && (event.target.querySelector("input:checked") !== null || event.target.contains(document.activeElement))) {
    event.preventDefault();
  }
});

// What somebody types into a field with data-keep is kept in this tab until it was sent, or he signs out: a session that
// ends, a question, another form of the page or the key Back do not lose it.
const user = document.querySelector(".who span")?.firstChild.textContent.trim();
const kept = "edit ";
const sent = "sent";
const keyOf = field =>
  `${kept}${user} ${decodeURIComponent(location.pathname)} ${field.dataset.keep} ${field.name}`;
const keptIn = form => [...form.querySelectorAll("[data-keep]")].map(keyOf);
function forget(keys) {
  for (const key of keys) {
    sessionStorage.removeItem(key);
  }
}
if (user !== undefined) {
  document.querySelector("form.who").addEventListener("submit", () => sessionStorage.clear());
  // Of the forms of a page one was sent, and has done what it should; what was typed into others stays.
  if (document.querySelector(".notice.good[role=status]") !== null) {
    forget(JSON.parse(sessionStorage.getItem(sent) ?? "[]"));
    sessionStorage.removeItem(sent);
  }
  document.addEventListener("submit", event => {
    const keys = keptIn(event.target);
    if (keys.length > 0) {
      sessionStorage.setItem(sent, JSON.stringify(keys));
    }
  });
  for (const area of document.querySelectorAll("[data-keep]")) {
    const key = keyOf(area);
    const shown = area.value;
    const typed = sessionStorage.getItem(key);
    if (typed !== null && typed !== shown) {
      const note = document.createElement("p");
      note.className = "notice";
      note.append(area.matches("textarea") ? "What you typed before is here again. " : "Typed, and not set yet. ");
      const undo = document.createElement("button");
      undo.type = "button";
      undo.textContent = "As it was";
      undo.addEventListener("click", () => {
        area.value = shown;
        forget([key]);
        note.remove();
      });
      note.append(undo);
      area.form.before(note);
      area.value = typed;
    }
    area.addEventListener("input", () => {
      try {
        sessionStorage.setItem(key, area.value);
      } catch (e) {
        // More than the browser keeps: then only the page has it.
        sessionStorage.removeItem(key);
      }
    });
  }
}

// A form is sent once, however often its button is pressed.
document.addEventListener("submit", event => {
  const form = event.target;
  if (form.method !== "post") {
    return;
  }
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
});
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) {
    delete form.dataset.sent;
  }
});

// What was counted for a filter is not what another one is for.
document.addEventListener("input", event => {
  const outdated = document.getElementById(event.target.form?.dataset.outdates);
  if (outdated !== null) {
    const note = document.createElement("p");
    note.className = "notice";
    note.setAttribute("role", "status");
    note.textContent = "The filter was changed: count again.";
    outdated.replaceWith(note);
  }
});

// A page with a part that changes asks for it again when the server says that it is time to, while somebody looks.
let events = null;
let stale = null;
let heard = 0;

// Where the server says nothing, the page says that it shows what was: why, and what to do.
function isStale(why, link) {
  if (stale?.firstChild.data === why) {
    return;
  }
  stale?.remove();
  stale = document.createElement("p");
  stale.className = "notice bad stale";
  stale.setAttribute("role", "alert");
  stale.append(why);
  if (link) {
    const next = document.createElement("a");
    next.href = link.href;
    next.textContent = link.text;
    stale.append(" ", next);
    stale.dataset.session = "ended";
  }
  document.getElementById("content").prepend(stale);
}
function ask() {
  return fetch("/console/live", { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(5000) });
}
// True for an answer to whom nobody is signed in: by himself, or since the server was started again and knows no session.
function hasNoSession(answer) {
  if (!answer.headers.has("HX-Redirect")) {
    return false;
  }
  const here = location.pathname + location.search;
  if (answer.headers.get("X-Weir-Run") === document.body.dataset.run) {
    const signIn = { href: "/console/sign-in?to=" + encodeURIComponent(here), text: "Sign in" };
    isStale("Your session has ended: this page shows what was so until then.", signIn);
  } else {
    isStale("The server was started again: this page shows what was so before.", { href: here, text: "Load it again" });
  }
  return true;
}
async function findOutWhy(from) {
  try {
    const answer = await ask();
    if (events !== from) {
      return;
    }
    if (hasNoSession(answer)) {
      return;
    }
    if (answer.ok && from === null) {
      isStale("So many pages are open that this one does not look again by itself for now: load it again to see what is so.");
    }
  } catch (e) {
    if (events === from) {
      isStale("The server gives no answer: this page shows what was so until then. It goes on by itself when the server is there.");
    }
  }
}
function isLive() {
  heard = Date.now();
  if (stale === null) {
    return;
  }
  // Somebody has signed in again, elsewhere: the forms of this page are those of the session before.
  if (stale.dataset.session) {
    location.reload();
  }
  stale.remove();
  stale = null;
  htmx.trigger(document.body, "tick");
}
function listen() {
  if (document.hidden || !document.querySelector("[data-live]")) {
    return;
  }
  events = new EventSource("/console/live");
  heard = Date.now();
  events.addEventListener("tick", () => {
    heard = Date.now();
    // Not under the hands of somebody who is about to press a button there, or to copy something.
    const inUse = document.activeElement?.closest("#live, #drawing") || !getSelection().isCollapsed;
    if (!inUse) {
      htmx.trigger(document.body, "tick");
    }
  });
  events.addEventListener("open", isLive);
  // Refused, as by a server that stops: the browser tries no more, so that this does.
  events.addEventListener("error", () => {
    if (events !== null && events.readyState === EventSource.CLOSED) {
      events = null;
      setTimeout(listen, 15000);
    }
    findOutWhy(events);
  });
}
document.addEventListener("visibilitychange", () => {
  if (document.hidden && events !== null) {
    events.close();
    events = null;
  } else if (!document.hidden && events === null) {
    listen();
  }
});
listen();
// A server or a network that is gone does not say so: it is silent, where it speaks every five seconds.
setInterval(() => {
  if (events !== null && Date.now() - heard > 20000) {
    events.close();
    events = null;
    listen();
    findOutWhy(events);
  }
}, 5000);
// A page that does not look again by itself says, too, when its session has ended: nobody takes what it shows for what is so.
let asking = false;
async function watchSession() {
  if (asking || document.hidden || user === undefined) {
    return;
  }
  asking = true;
  try {
    if (!hasNoSession(await ask()) && stale !== null) {
      // He has signed in again, elsewhere.
      location.reload();
    }
  } catch (e) {
    // Without an answer nobody knows.
  }
  asking = false;
}
if (document.querySelector("[data-session]") !== null) {
  setInterval(watchSession, 10000);
  document.addEventListener("visibilitychange", watchSession);
  window.addEventListener("pageshow", event => event.persisted && watchSession());
}
// What was just asked for is soon done.
if (document.querySelector(".notice.good[role=status]") !== null && document.querySelector("[data-live]") !== null) {
  setTimeout(() => htmx.trigger(document.body, "tick"), 1000);
}

// An archive that is chosen or dropped is judged at once, and deployed when the button is pressed.
const deploy = document.getElementById("deploy");
if (deploy !== null) {
  const file = deploy.elements.sar;
  const button = deploy.querySelector("button.main");
  const report = () => document.getElementById("assessed");

  async function send(path) {
    const response = await fetch("/console/deploy/" + path, {
      method: "POST",
      headers: { "Content-Type": "application/java-archive", "X-Weir-Token": deploy.dataset.token },
      body: file.files[0],
    });
    return { response, page: new DOMParser().parseFromString(await response.text(), "text/html") };
  }

  function show(page) {
    const part = page.getElementById("assessed") ?? page.getElementById("content");
    const shown = document.createElement("div");
    shown.id = "assessed";
    shown.setAttribute("aria-live", "polite");
    shown.append(...part.childNodes);
    report().replaceWith(shown);
  }

  async function judge() {
    button.disabled = true;
    if (file.files.length === 1) {
      report().textContent = "It is being judged…";
      try {
        const { response, page } = await send("assess");
        show(page);
        button.disabled = !response.ok || page.querySelector("[data-unreadable]") !== null;
      } catch (e) {
        report().textContent = "The server gave no answer: " + e.message;
      }
    }
  }

  file.addEventListener("change", judge);
  const target = deploy.querySelector(".drop");
  target.addEventListener("dragover", event => event.preventDefault());
  target.addEventListener("drop", event => {
    event.preventDefault();
    file.files = event.dataTransfer.files;
    judge();
  });
  deploy.addEventListener("submit", async event => {
    event.preventDefault();
    button.disabled = true;
    const how = new URLSearchParams(new FormData(deploy));
    how.delete("sar");
    try {
      const { response, page } = await send("sar?" + how);
      if (response.status === 201) {
        location.href = response.headers.get("Location");
        return;
      }
      show(page);
    } catch (e) {
      report().textContent = "The server gave no answer: " + e.message;
    }
    button.disabled = false;
  });
}
