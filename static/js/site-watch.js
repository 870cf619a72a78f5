// An open page of a campaign. It is left when whoever looks at it may not any more; it says when it was overtaken; and it
// passes on that a thread has news. Without script or socket a page is as true as when it was loaded.
const where = document.currentScript.dataset.watch;
const GONE = new Set([4401, 4403, 4404]);
const FULL = 4429;
const WAITS = [1000, 2000, 5000, 10000, 30000];
const AWAY = 60000;             // hidden this long, nobody knows whether the connection still lives
const KEY = 'sortie-cut';
let socket = null;
let failed = 0;
let again = 0;
let hiddenAt = 0;

function connect() {
  clearTimeout(again);
  const mine = socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${where}`);
  mine.onopen = () => { if (failed) ask(); failed = 0; };
  mine.onmessage = ({ data }) => { hear(JSON.parse(data)); };
  mine.onclose = ({ code }) => {
    if (mine !== socket) return;
    if (GONE.has(code)) leave();
    else if (code !== FULL) again = setTimeout(connect, WAITS[Math.min(failed++, WAITS.length - 1)]);
  };
}

function hear(told) {
  if (told.overtaken) overtaken();
  if (told.thread) document.body.dispatchEvent(new Event(`thread-${told.thread}${told.anew ? '-anew' : ''}`));
}
/** What was missed while the connection was lost. */
function ask() { document.body.dispatchEvent(new Event('missed')); }

/** Nothing of the page stays to be read; its address says what there is now. */
function leave() {
  if (Date.now() - (+sessionStorage.getItem(KEY) || 0) < 5000) return;      // never round and round
  sessionStorage.setItem(KEY, Date.now());
  dispatchEvent(new Event('sortie:cut'));
  document.documentElement.hidden = true;
  location.replace(location.href.split('#')[0]);
}

/** Something half typed may stand on it: it stays, and says so. */
function overtaken() {
  if (document.getElementById('overtaken')) return;
  const note = document.createElement('p');
  Object.assign(note, { id: 'overtaken', className: 'note' });
  note.setAttribute('role', 'status');
  const link = document.createElement('a');
  [link.href, link.textContent] = [location.href.split('#')[0], 'Load it again'];
  note.append('What you may do here has changed since this page was loaded. ', link);
  document.querySelector('main').prepend(note);
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) { hiddenAt = Date.now(); return; }
  if (Date.now() - hiddenAt < AWAY) return;
  failed = 1;
  socket.close();
  connect();
});
addEventListener('pageshow', event => { if (event.persisted) location.reload(); });
connect();
