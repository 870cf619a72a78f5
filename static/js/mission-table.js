// The table around the map: the order that the GM rearranges, what waits for an answer, who is connected, and
// the words that begin with a stroke (/roll, /w).
import { $, onChange, state } from './mission-state.js';
import { inSecret } from './mission-offer.js';
import { complain, onPress, press, send } from './mission-commands.js';
import { say } from './mission-notices.js';

export function setUpTable() {
  setUpWords();
  setUpWaiting();
  if (!$('menu')) return;
  setUpOrder();
  setUpPresence();
  setUpGoingBack();
  onPress(order => {
    if (order.do === 'act' && inSecret()) order.args.secret = true;
  });
}

// --- the order
const rows = () => [...document.querySelectorAll('#turns > li')];
const unitOf = row => row.querySelector('button').dataset.unit;

function reorder(units) {
  return send({ do: 'rule', basis: '', args: { reorder: units } });
}

/** Moves a unit's row by so many places. */
export function moveRow(unit, by) {
  const units = rows().map(unitOf);
  const from = units.indexOf(unit);
  const to = Math.max(0, Math.min(units.length - 1, from + by));
  if (from < 0) { say('It is not in the order.'); return; }
  if (from === to) return;
  units.splice(to, 0, ...units.splice(from, 1));
  say(`Place ${to + 1} of ${units.length}.`);
  reorder(units);
}

function setUpOrder() {
  const list = $('turns');
  let drag = null;              // {unit, x, id, on, to}: `to` is the unit before which it would stand, '' the end
  list.addEventListener('keydown', event => {
    const row = event.target.closest('button');
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!row || !event.altKey || !by) return;
    event.preventDefault();
    event.stopPropagation();
    moveRow(row.dataset.unit, by);
  });
  list.addEventListener('pointerdown', event => {
    const row = event.target.closest('button');
    if (row && !event.button && event.pointerType === 'mouse') drag = { unit: row.dataset.unit, x: event.clientX, id: event.pointerId, on: false };
  });
  list.addEventListener('pointermove', event => {
    if (drag?.id !== event.pointerId) return;
    if (!drag.on && Math.abs(event.clientX - drag.x) < 8) return;
    if (!drag.on) { drag.on = true; list.setPointerCapture(event.pointerId); }
    const before = rows().find(row => { const box = row.getBoundingClientRect(); return event.clientX < box.left + box.width / 2; });
    drag.to = before ? unitOf(before) : '';
    mark(drag);
  });
  const drop = event => {
    if (drag?.id !== event.pointerId) return;
    const done = drag.on && event.type === 'pointerup' ? drag : null;
    swallow = drag.on;
    drag = null;
    mark(null);
    if (!done) return;
    const units = rows().map(unitOf).filter(unit => unit !== done.unit);
    if (!rows().some(row => unitOf(row) === done.unit)) return;
    const at = done.to === done.unit ? -2 : done.to ? units.indexOf(done.to) : units.length;
    if (at === -2) return;
    units.splice(at < 0 ? units.length : at, 0, done.unit);
    if (units.join() !== rows().map(unitOf).join()) reorder(units);
  };
  list.addEventListener('pointerup', drop);
  list.addEventListener('pointercancel', drop);
  document.addEventListener('keydown', event => { if (event.key === 'Escape' && drag?.on) { drag = null; mark(null); } }, true);
  let swallow = false;          // the click after a drag is none
  list.addEventListener('click', event => { if (swallow) { swallow = false; event.stopPropagation(); event.preventDefault(); } }, true);
}
function mark(drag) {
  for (const row of rows()) {
    row.classList.toggle('dragged', Boolean(drag) && unitOf(row) === drag.unit);
    row.classList.toggle('gap', Boolean(drag?.to) && unitOf(row) === drag.to && drag.to !== drag.unit);
  }
  $('turns').classList.toggle('gapend', drag?.to === '');
}

// --- what waits: a key goes there, Enter takes the suggestion, one by one
const cards = () => [...document.querySelectorAll('#prompts .prompt:not(.wait)')];
const suggestion = card => [...card.querySelectorAll('button[name=go]')].find(button => JSON.parse(button.value).args.default)
  ?? card.querySelector('button[data-default]') ?? card.querySelector('button[name=go]');

/** A list of what can be gone back to closes once one is chosen, and the focus is on its head. */
function setUpGoingBack() {
  onPress((order, button) => {
    const list = button.closest('#rewinds, #holdback');
    if (!list) return;
    list.open = false;
    list.querySelector('summary').focus();
  });
}

function setUpWaiting() {
  let inside = false;
  addEventListener('htmx:ws:before:message:incoming', () => { inside = $('prompts').contains(document.activeElement); });
  addEventListener('htmx:ws:after:message:incoming', () => {
    if (!inside || $('prompts').contains(document.activeElement)) return;
    const next = cards()[0];
    if (next) suggestion(next).focus();
  });
  $('prompts').addEventListener('keydown', event => {
    if (event.key !== 'Enter') return;
    const card = event.target.closest('.prompt');
    const all = event.shiftKey && document.querySelector('#waits .all');
    if (all) { event.preventDefault(); press(all); return; }
    if (!card || event.target.localName === 'button') return;
    event.preventDefault();
    // Nothing typed or changed is no answer: then what was suggested holds.
    const typed = [...card.querySelectorAll('[data-field]')].some(field => field.value.trim() !== (field.getAttribute('value') ?? ''));
    const answer = (typed && card.querySelector('button[data-fields]')) || suggestion(card);
    press(answer);
  });
}
/** The key that goes to what waits. */
export function toWaiting() {
  const card = cards()[0];
  if (!card) { say('Nothing waits for you.'); return; }
  suggestion(card).focus();
  say(`${cards().length} waiting. ${card.querySelector('h2')?.textContent ?? ''}`);
}

// --- who is connected
function setUpPresence() {
  addEventListener('htmx:ws:before:message:incoming', event => {
    const seats = event.detail.message.frame?.here;
    if (!seats) return;
    state.here = new Set(seats);
    present();
  });
  onChange(present);
}
function present() {
  for (const row of document.querySelectorAll('#seats > li')) {
    const on = state.here.has(row.dataset.seat);
    const dot = row.querySelector('.here');
    dot.classList.toggle('on', on);
    dot.setAttribute('aria-label', on ? 'connected' : 'away');
  }
}

// --- words that begin with a stroke
const COMMANDS = {
  roll: words => thrown(words, ''),
  r: words => thrown(words, ''),
  gmroll: words => thrown(words, 'gm'),
  gm: words => spoken(words, 'gm'),
  w: whisper,
  whisper,
  narrate: words => send({ do: 'chat', basis: '', args: { text: words, style: 'narration' } }),
};
const no = text => { complain(text); return Promise.resolve(false); };

/** `2d6 + 1 # why`, or with the words simply behind it. */
function thrown(words, to) {
  const [, formula, why = ''] = /^([^#]*)#(.*)$/s.exec(words) ?? /^(.*?[\d)])\s+(?!d\d)([a-z].*)$/is.exec(words) ?? ['', words];
  if (!formula.trim()) return no('Say what to roll: /roll 2d6 + 1');
  return send({ do: 'throw', basis: '', args: { formula: formula.trim(), why: why.trim(), to } });
}
function spoken(text, to) {
  return text ? send({ do: 'chat', basis: '', args: { text, to } }) : no('Say something.');
}
function whisper(words) {
  const people = [...$('chat-to').options].filter(one => one.value && !one.value.endsWith(':'));
  const found = people.find(one => [one.value, one.textContent].some(name => words.toLowerCase().startsWith(`${name.toLowerCase()} `)));
  if (!found) return no(`Whisper to whom? ${people.map(one => one.textContent).join(', ')}`);
  const name = [found.textContent, found.value].find(one => words.toLowerCase().startsWith(`${one.toLowerCase()} `));
  return spoken(words.slice(name.length).trim(), found.value);
}

function setUpWords() {
  document.addEventListener('submit', async event => {
    const form = event.target;
    const found = form.id === 'chat' && /^\s*\/(\S+)\s*(.*)$/s.exec(form.elements.text.value);
    if (!found) return;
    event.preventDefault();
    event.stopPropagation();
    const act = COMMANDS[found[1].toLowerCase()];
    if (!act) { complain(`/${found[1]} is not known. There are /roll, /gmroll, /w name, /gm${$('menu') ? ', /narrate' : ''}.`); return; }
    const text = form.elements.text.value;
    if (await act(found[2].trim()) && form.elements.text.value === text) form.elements.text.value = '';
  }, true);
}
