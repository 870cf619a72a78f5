// The live stream. Up go only `hello` with the digest of what is shown, a ping, and a GM's wish to be shown what players'
// units can do; down come differences.
// The view counts as current from the answer to hello until the connection is lost or silent too long.
import { $, keepSetting, readPage, setting } from './mission-state.js';
import { announce } from './mission-notices.js';
import { after, before } from './mission-keep.js';
import { complain } from './mission-commands.js';

const PING = 5000;              // a ping this often
const SILENT = 7000;            // unanswered this long, the link is dead: 12 s after it broke at the latest
const AWAY = 8000;              // hidden this long, the page asks at once when it is looked at again
const HASTE = 1500;             // and then waits only so long for the answer
const TRYING = 4000;            // a connection that is not open after this is given up for the next try
const FINAL = {
  4401: 'Signed out: reload the page and sign in again.',
  4403: 'You do not hold this seat any more.',
  4404: 'This Mission is gone.',
  4429: 'Too many connections from this seat: close other tabs, then reload.',
};
const CUT = new Set([4401, 4403]);
const ENDED = 'The connection was closed. Reload the page.';
const RECONNECTS = new Set([1001, 1005, 1006, 1011, 1012, 1013, 1014]);

let socket = null;
let pinged = 0;
let asked = 0;                  // when the oldest unanswered ping went, 0 when all are answered
let shown = '';
let patience = SILENT;
let trying = null;              // {connection, since}
let hiddenAt = 0;

export function listen() {
  shown = $('sock').dataset.v;
  addEventListener('htmx:ws:before:connection', event => { trying = { connection: event.detail.connection, since: Date.now() }; });
  addEventListener('htmx:ws:after:connection', event => {
    socket = event.detail.connection.socket;
    trying = null;
    asked = 0;
    patience = SILENT;
    up({ t: 'hello', v: shown });
    if (setting('offers')) up({ t: 'offers', on: true });
  });
  document.addEventListener('click', event => {
    const wish = event.target.closest?.('[data-offers]');
    if (!wish) return;
    const on = wish.getAttribute('aria-checked') !== 'true';
    keepSetting('offers', on);          // for this browser: the next page asks by itself
    up({ t: 'offers', on });
  });
  addEventListener('htmx:ws:close', event => {
    socket = null;
    const { code, reason } = event.detail;
    if (CUT.has(code) && leave()) return;
    if (FINAL[code]) net('gone', FINAL[code]);
    else if (reason === 'closed' && !RECONNECTS.has(code)) net('gone', ENDED);
    else net('lost', 'Reconnecting');
  });
  addEventListener('htmx:ws:before:message:incoming', event => {
    asked = 0;
    patience = SILENT;
    const message = read(event.detail.message.data);
    event.detail.message.frame = message;
    if (message?.error) complain(message.text);
    if (message?.content === undefined) return;
    $('board').classList.toggle('snap', Boolean(message.snap));
    before();
  });
  addEventListener('htmx:ws:after:message:incoming', event => {
    const message = event.detail.message.frame;
    if (message?.v === undefined) return;
    shown = message.v;
    if (message.content !== undefined) {
      readPage();
      after();
      announce(message.say ?? '');
    }
    net('live', 'Connected');
  });
  setInterval(beat, 1000);
  document.addEventListener('visibilitychange', () => { if (document.hidden) hiddenAt = Date.now(); else lookedAt(); });
  document.addEventListener('resume', lookedAt);        // a phone had frozen the page
  addEventListener('online', lookedAt);
  // htmx closes its socket when the page goes into the back/forward cache and does not open it again.
  addEventListener('pageshow', event => { if (event.persisted) location.reload(); });
}

/** Nothing stays to be read of what this seat may not see any more: the address says what there is now. Never twice in a
 * row. */
function leave() {
  if (Date.now() - (+sessionStorage.getItem('sortie-cut') || 0) < 5000) return false;
  sessionStorage.setItem('sortie-cut', Date.now());
  document.documentElement.hidden = true;
  location.replace(location.href.split('#')[0]);
  return true;
}
function read(data) {
  try { return JSON.parse(data); } catch { return null; }
}
function up(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}
/** After a while in the background nobody knows whether the link still lives: ask, and do not wait long. */
function lookedAt() {
  if (socket && Date.now() - hiddenAt > AWAY) {
    net('wait', 'Checking');
    asked = Date.now();
    patience = HASTE;
    up({ t: 'hello', v: shown });
  }
  hiddenAt = Date.now();
  beat();
}
function beat() {
  const now = Date.now();
  if (trying && now - trying.since > TRYING && trying.connection.socket?.readyState === WebSocket.CONNECTING) {
    trying.since = now;
    trying.connection.socket.close();
  }
  if (!socket) return;
  if (asked && now - asked > patience) {
    net('lost', 'Reconnecting');
    socket.close();
    // A dead link never answers the closing handshake; do not wait for it.
    socket.dispatchEvent(new CloseEvent('close', { code: 1006 }));
    return;
  }
  if (now - pinged < PING) return;
  pinged = now;
  asked ||= now;
  up({ t: 'ping' });
}

function net(kind, text) {
  if (document.body.dataset.net === kind && $('net').querySelector('.text').textContent === text) return;
  document.body.dataset.net = kind;
  $('net').querySelector('.text').textContent = text;
}
