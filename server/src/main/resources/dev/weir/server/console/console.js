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

// What somebody types into a message is kept in this tab until it was sent, or he signs out: a session that ends, a question
// or the key Back do not lose it.
const user = document.querySelector(".who span")?.firstChild.textContent.trim();
const kept = "edit ";
function forget(which) {
  for (const key of Object.keys(sessionStorage).filter(each => each.startsWith(kept + which))) {
    sessionStorage.removeItem(key);
  }
}
if (user !== undefined) {
  document.querySelector("form.who").addEventListener("submit", () => forget(""));
  if (document.querySelector(".notice.good[role=status]") !== null) {
    forget("");
  }
  for (const area of document.querySelectorAll("textarea[data-keep]")) {
    const key = `${kept}${user} ${decodeURIComponent(location.pathname)} ${area.name}`;
    const shown = area.value;
    const typed = sessionStorage.getItem(key);
    if (typed !== null && typed !== shown) {
      const note = document.createElement("p");
      note.className = "notice";
      note.append("What you typed before is here again. ");
      const undo = document.createElement("button");
      undo.type = "button";
      undo.textContent = "As it was";
      undo.addEventListener("click", () => {
        area.value = shown;
        forget("");
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

// A page with a part that changes asks for it again when the server says that it is time to, while somebody looks.
let events = null;
function listen() {
  if (document.hidden || !document.querySelector("[data-live]")) {
    return;
  }
  events = new EventSource("/console/live");
  events.addEventListener("tick", () => {
    // Not under the hands of somebody who is about to press a button there, or to copy something.
    const inUse = document.activeElement?.closest("#live, #drawing") || !getSelection().isCollapsed;
    if (!inUse) {
      htmx.trigger(document.body, "tick");
    }
  });
  // Refused, as by a server that stops: the browser tries no more, so that this does.
  events.addEventListener("error", () => {
    if (events !== null && events.readyState === EventSource.CLOSED) {
      events = null;
      setTimeout(listen, 15000);
    }
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
