// Saving as one draws, and what others draw. One request at a time: an edit goes up with what this page knew, and comes
// back with what others did before it. Where both changed the same, the later one holds and both are told.
import { $, cellName } from './mission-state.js';
import { cellOf, change, empty, fromOps, resized, sheet, toOps } from './editor-sheet.js';

const ASK = 2000;               // so often others' edits are asked for
const AGAIN = [1000, 2000, 4000, 8000];
const tab = crypto.randomUUID?.().slice(0, 18) ?? Math.random().toString(36).slice(2).padEnd(12, '0');
const secret = () => document.querySelector('[name=csrfmiddlewaretoken]').value;

let about = null;
let queue = [];                 // edits that are not saved yet: {key, pairs, slots}
let failed = 0;
let timer = 0;
let busy = false;
let hooks = {};                 // drawn(slots): these changed. say(text), loaded()

export async function setUpSync(given, given_hooks) {
  [about, hooks] = [given, given_hooks];
  addEventListener('sortie:cut', () => { queue = []; });     // who may not draw here any more is asked nothing
  addEventListener('beforeunload', event => { if (queue.length) event.preventDefault(); });
  document.addEventListener('visibilitychange', () => { if (!document.hidden) soon(0); });
  addEventListener('online', () => soon(0));
  addEventListener('pagehide', () => { fetch(`${about.edits}?rev=${sheet.rev}&tab=${tab}&leaves=1`, { keepalive: true }).catch(() => {}); });
  await turn();
}

/** These changes are drawn already; they are sent. */
export function send(pairs) {
  queue.push({ key: `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`, pairs, slots: new Set(pairs.map(([slot]) => slot)) });
  status('wait', 'Saving');
  soon(0);
}

function soon(wait) { clearTimeout(timer); timer = setTimeout(turn, wait); }

async function turn() {
  clearTimeout(timer);
  if (busy) return;
  busy = true;
  try {
    const edit = queue[0];
    const answer = edit ? await post(edit) : await ask();
    failed = 0;
    take(answer, edit);
    if (!queue.length) status('saved', 'Saved');
  } catch (problem) {
    failed = Math.min(failed + 1, AGAIN.length);
    if (problem.final) status('lost', problem.message);
    else if (queue.length || failed > 1) status('lost', queue.length ? 'Not saved: the server cannot be reached. It is tried again.' : 'The server cannot be reached.');
    if (problem.final) return;
  } finally { busy = false; }
  soon(failed ? AGAIN[failed - 1] : queue.length ? 0 : document.hidden ? 60000 : ASK);
}

let resizing = false;
/** Sends a change of size, or its undoing, once all that was drawn is saved: it means the old places. */
export async function resize(body) {
  for (let n = 0; queue.length || busy; n++) {
    if (n > 100) return { words: 'What was drawn is not saved yet: try again when it is.' };
    await new Promise(done => setTimeout(done, 50));
  }
  busy = true;
  try {
    const answer = await fetch(about.size, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', 'X-CSRFToken': secret() } });
    const told = await answer.json();
    resizing = true;
    if (told.all) take(told);
    return told;
  } catch { return { words: 'The server cannot be reached. The size stays.' }; } finally { busy = resizing = false; soon(ASK); }
}

async function post(edit) {
  const body = JSON.stringify({ key: edit.key, tab, basis: sheet.rev, ops: toOps(edit.pairs) });
  const answer = await fetch(about.edits, { method: 'POST', body, headers: { 'Content-Type': 'application/json', 'X-CSRFToken': secret() } });
  if (answer.status === 422) {
    queue = [];
    const { words } = await answer.json();
    complain(words);
    return load();
  }
  return read(answer);
}
const ask = () => sheet.loaded ? fetch(`${about.edits}?rev=${sheet.rev}&tab=${tab}`).then(read) : load();
const load = () => fetch(`${about.edits}?rev=-1&tab=${tab}`).then(read);
async function read(answer) {
  if (answer.ok) return answer.json();
  if ([404, 410, 403, 413].includes(answer.status)) {
    const why = { 404: 'This map is not here for you any more.', 410: 'The map was deleted meanwhile.', 403: 'Signed out: reload the page and sign in again.' }[answer.status];
    throw Object.assign(new Error(why ?? 'This was too much at once. Reload the page.'), { final: true });
  }
  throw new Error(String(answer.status));
}

/** Takes what the server says: everything, or what others did. What waits here is later, and holds. */
function take(answer, edit) {
  if (edit) queue = queue.filter(one => one !== edit);
  if (answer.all) {
    if (answer.w !== sheet.w || answer.h !== sheet.h) {
      if (queue.length) { queue = []; complain('The map has another size now: what was not saved yet is not kept.'); }
      resized(answer.w, answer.h);
      hooks.sized(resizing);
    }
    empty();
    change(fromOps(answer.all));
    for (const one of queue) change(one.pairs);
    sheet.picture = answer.picture;
    sheet.loaded = true;
    hooks.loaded();
  }
  const own = new Set([...(edit?.slots ?? []), ...queue.flatMap(one => [...one.slots])]);
  for (const other of answer.edits ?? []) {
    const done = change(fromOps(other.ops).filter(([slot]) => !own.has(slot)));
    hooks.drawn(done.map(([slot]) => slot));
    const mine = other.over.find(each => each.who === about.me);
    if (mine) complain(`${other.who} and you both changed ${places(mine.slots)}: what ${other.who} drew holds.`);
    else if (done.length) hooks.say(`${other.who} changed ${places(done.map(([slot]) => slot.split(':')))}.`);
  }
  for (const each of answer.over ?? []) complain(`${each.who} and you both changed ${places(each.slots)}: what you drew holds.`);
  sheet.rev = answer.rev;
  if (answer.here) $('others').textContent = answer.here.length ? `${answer.here.join(', ')} ${answer.here.length > 1 ? 'are' : 'is'} here too` : '';
}

/** Slots in words: the cells, at most five. */
function places(slots) {
  const names = new Set();
  for (const [kind, a, b] of slots) {
    if (kind === 'c') names.add(cellName(...cellOf(+b)));
    else if (a === undefined || kind === 'z') names.add({ z: 'a zone', a: 'the picture', g: 'the fog', w: 'the notes' }[kind]);
    else names.add(cellName(...cellOf(kind === 'e' ? +a >> 1 : +a)));
  }
  const found = [...names];
  return found.length > 5 ? `${found.slice(0, 4).join(', ')} and ${found.length - 4} more` : found.join(', ');
}

export function complain(words) { $('err').textContent = words; $('err').className = ''; clearTimeout(complain.timer); complain.timer = setTimeout(() => { $('err').textContent = ''; }, 8000); }
function status(state, words) {
  if ($('saved').dataset.state === state && $('saved').textContent === words) return;
  $('saved').dataset.state = state;
  $('saved').textContent = words;
}
