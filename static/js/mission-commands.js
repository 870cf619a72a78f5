// Sending. Every command leaves through the form #cmd, one at a time, with one key per intent: made when
// it is meant, kept when the network failed (so that a retry cannot act twice), dropped at any answer.
import { $, state, theirs, whose } from './mission-state.js';
import { say } from './mission-notices.js';

const ARMED = 4000;             // how long "press again" waits, in milliseconds
const MEANT = 300;              // so long after it a second press is a double click, and later one that is meant
const LOOKING = 'This is only a look at what the seat sees: nothing can be done from here.';
let form = null;
let sending = null;             // {order, done} while a request is on its way
let busy = false;               // until htmx is done with the request: one that comes sooner would be dropped
let failed = null;              // {text, key}: the last order that may or may not have arrived
let armed = null;               // the command that waits to be pressed again
let armedAt = 0;                // since when
let warned = '';                // and with which words
let forget = 0;
const waiting = [];

export function setUpCommands() {
  form = $('cmd');
  oneClick();
  // Buttons of the regions carry a whole command; the form's own submit never runs for them.
  document.addEventListener('click', event => {
    const pressed = event.target.closest('button[name=go], button[data-of]');
    const button = pressed?.dataset.of ? meant(pressed) : pressed;
    if (!button) return;
    event.preventDefault();
    // What was just done is offered again in the same place, or what comes after it: the second press is none.
    // One that asks to be pressed again is: after a moment in which its words can be read it is meant, before that told.
    if (isSecond(event) && !AGAIN.includes(orderOf(button))) {
      if (armed !== button.value) return;
      if (Date.now() - armedAt < MEANT) { tooSoon(); return; }
    }
    press(button);
  }, true);
  let status = 0;
  form.addEventListener('htmx:before:request', () => { status = 0; });
  form.addEventListener('htmx:after:request', event => { status = event.detail.ctx.response?.status ?? 0; });
  // Only after the words of the answer stand in their line: whoever sent it may want to say them elsewhere too.
  form.addEventListener('htmx:finally:request', () => {
    answered(status);
    setTimeout(() => { busy = false; next(); });      // htmx takes the next only after this event
  });
}

/** What a quick hand presses several times and means it. */
const AGAIN = ['take_back', 'more_time'];
const orderOf = button => JSON.parse(button.value).do;

let typed = false;              // since the last click: who typed in between means the next one
/** Whether a click is the second of a double click. */
const isSecond = event => event.detail > 1 && !typed;

/** The first click of a double click may close a window: the second one, on whatever lay below it, is none. */
function oneClick() {
  let begun = null;
  addEventListener('input', () => { typed = true; }, true);
  addEventListener('click', () => setTimeout(() => { typed = false; }), true);
  document.addEventListener('click', event => {
    const on = event.target.closest('dialog');
    if (!isSecond(event)) begun = on;
    if (on === begun || !isSecond(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}

/** The button among the actions that one elsewhere stands for. */
const meant = ({ dataset: { of, at } }) => $(of)?.querySelector(`[data-target="${CSS.escape(at)}"]`);

/** Presses a button that carries a command. */
export function press(button) {
  if (document.body.dataset.readonly) return refuse(LOOKING);
  const order = JSON.parse(button.value);
  const who = order.do === 'end_turn' ? guarded(order) : '';
  const warning = [who && `${who} plays this unit.`, button.dataset.confirm ?? (who && `Press again to end the turn for ${who}.`)].filter(Boolean).join(' ');
  if (warning && armed !== button.value) {
    armed = button.value;
    armedAt = Date.now();
    warned = warning;
    button.classList.add('armed');
    complain(warning);
    clearTimeout(forget);
    forget = setTimeout(() => { armed = null; document.querySelector('.armed')?.classList.remove('armed'); }, ARMED);
    return null;
  }
  armed = null;
  for (const add of additions) add(order, button);
  return send(order, Boolean(who));
}
/** The second of a double click on what asks to be pressed again: not heard, and said so. */
function tooSoon() {
  complain(`That was a double click. ${warned}`);
}
/** For a GM the name of the player who is here and plays the unit for which this order would act. What a GM rules
 *  about a unit is a GM's own: it repeats no offer and has no basis, or puts its body somewhere. */
const guarded = order => (order.basis && state.opts.phase === 'running' && order.do !== 'place' ? whose(order.args?.unit) : '');
/** Who has something to add to a button's command, as the stepper has to End turn. */
const additions = [];
export const onPress = add => additions.push(add);

/** Sends {do, basis, args}; resolves to whether it was accepted. meant: a GM was told whose unit it is, and means it. */
export function send(order, meant = false) {
  if (document.body.dataset.readonly) return refuse(LOOKING);
  if (document.body.dataset.net !== 'live') return refuse('Not connected. Nothing was sent; it works again when the view is up to date.');
  const who = meant ? '' : guarded(order);
  if (who) return refuse(theirs(who));
  const text = JSON.stringify(order);
  if (sending?.text === text || waiting.some(one => one.text === text)) return Promise.resolve(false);   // a double click
  return new Promise(done => { waiting.push({ order, text, done }); next(); });
}

function next() {
  if (busy || !waiting.length) return;
  busy = true;
  sending = waiting.shift();
  const { order, text } = sending;
  const key = failed?.text === text ? failed.key : newKey();
  Object.assign(sending, { key });
  form.elements.key.value = key;
  form.elements.do.value = order.do;
  form.elements.basis.value = order.basis ?? '';
  form.elements.args.value = JSON.stringify(order.args ?? {});
  form.requestSubmit();
}

function answered(status) {
  if (!sending) return;
  const { text, key, done } = sending;
  sending = null;
  failed = status === 0 || status >= 500 ? { text, key } : null;
  if (status === 0) complain('Not sent: no connection. Try again.');
  else if (status >= 500) complain('The server could not answer. Try again.');
  done(status === 200);
}

/** randomUUID exists only on secure pages; a phone in the home network has none. */
function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = bytes[6] & 15 | 64;
  bytes[8] = bytes[8] & 63 | 128;
  return [...bytes].map((byte, i) => ([4, 6, 8, 10].includes(i) ? '-' : '') + byte.toString(16).padStart(2, '0')).join('');
}

export function complain(text) { $('err').textContent = text; }
function refuse(text) {
  complain(text);
  return Promise.resolve(false);
}

/** A walk along `way` (cells of mission-state.wayTo), each leg paid as one Move; cells with 0 legs continue one. */
export function movePath(body, way) {
  const { unit, basis, do: what, command } = state.opts.reach[body];
  if (command) {
    const { x, y } = way.at(-1);
    return send({ do: what, basis, args: { unit, ...command, target: [x, y] } });
  }
  const legs = [];
  let last = -1;
  for (const cell of way) {
    if (cell.legs !== last) legs.push([]);
    last = cell.legs;
    legs.at(-1).push([cell.x, cell.y]);
  }
  const args = state.opts.several[unit] ? { unit, paths: { [body]: legs.flat() } } : { unit, legs };
  if (way[0]?.legs === 0) args.continue = true;
  say('');
  return send({ do: what, basis, args });
}
