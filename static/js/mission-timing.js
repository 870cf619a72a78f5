// Time out of turn: clocks that count down, Hold by key, touching a question to stop its clock once, and the form of a
// prepared action, which shows only the fields that its choices need.
import { $, boardOf, onChange, placeOf, state, token } from './mission-state.js';
import { keepAllInSight } from './mission-camera.js';
import { press, send } from './mission-commands.js';
import { say } from './mission-notices.js';
import { openTab } from './mission-panels.js';
import { handsOn } from './mission-pointer.js';

const TICK = 250;               // milliseconds
const ASKED = ['interrupt', 'prepared', 'reflex_action'];
// The server wrote its time just before the first byte came; that the page took long to load is no skew of clocks.
const skew = +document.body.dataset.now * 1000 - (performance.timeOrigin + (performance.getEntriesByType('navigation')[0]?.responseStart ?? 0));
const touched = new Set();

export function setUpTiming() {
  setInterval(tick, TICK);
  onChange(tick);
  onChange(aimedAtMe);
  tick();
  aimedAtMe();
  for (const kind of ['pointerdown', 'input']) {
    $('prompts').addEventListener(kind, event => {
      const card = event.target.closest('.prompt');
      if (!card || !clocks()[card.dataset.prompt] || !ASKED.includes(card.dataset.kind) || event.target.closest('button[name=go]')) return;
      touch(card);
    });
  }
  const dialog = $('askdlg');
  dialog.addEventListener('change', () => fit(dialog));
  new MutationObserver(() => fit(dialog)).observe(dialog.querySelector('.fieldset'), { childList: true });
}

/** {prompt: when its time is up}; none while the clocks stand. */
const clocks = () => JSON.parse($('timing').dataset.clocks ?? '{}');
/** What is done to one of mine is looked at: who does it and whom it strikes come into sight, once. */
let seen = '';
function aimedAtMe() {
  const row = document.querySelector('#timing .strip li');
  const now = row ? `${row.dataset.bodies} ${row.textContent}` : '';
  if (now === seen) return;
  seen = now;
  const all = (row?.dataset.bodies ?? '').split(' ').map(token).filter(tok => tok && boardOf(tok) === state.shown);
  const [first, ...others] = all;
  if (!first || first.matches('.mine') || !others.some(tok => tok.matches('.mine')) || handsOn()) return;
  keepAllInSight(all.map(placeOf));
}

/** Whole seconds until then, never below 0. */
const secondsTo = at => Math.max(0, Math.ceil((at - Date.now() - skew) / 1000));

function tick() {
  const ends = clocks();
  for (const out of document.querySelectorAll('[data-until]')) show(out, +out.dataset.until);
  for (const card of document.querySelectorAll('.prompt[data-prompt]')) {
    const at = ends[card.dataset.prompt];
    let out = card.querySelector('.left');
    if (!at) { out?.remove(); continue; }
    if (!out) {
      out = Object.assign(document.createElement('output'), { className: 'left' });
      card.querySelector('h2').append(' ', out);
    }
    show(out, at);
  }
}
function show(out, at) {
  const text = `${secondsTo(at)} s`;
  if (out.textContent !== text) out.textContent = text;
}

/** Whoever begins to answer gets time for it, once. */
function touch(card) {
  const { prompt, basis } = card.dataset;
  const key = `${prompt} ${basis}`;
  if (touched.has(key)) return;
  touched.add(key);
  send({ do: 'more_time', basis: '', args: { prompt } });
}

/** Hold or let pass, by key. */
export function beat(what) {
  const button = document.querySelector(`#timing [data-beat=${what}]`);
  const back = what === 'hold' && $('holdback');
  if (button) press(button);
  else if (back) {
    back.open = true;
    openTab('gm');
    back.querySelector('button').focus();
  }
  else say(what === 'hold' ? 'There is nothing to hold now.' : 'There is nothing to let pass now.');
}

/** Of the form of a prepared action only what its choices need. */
const AIMLESS = /^(stow:|talk$)/;
const WAYS = ['move', 'acrobatics', 'timed_movement'];
const NEEDS = {
  aim: of => !AIMLESS.test(of.action) && !WAYS.includes(of.action),
  target: of => of.aim === 'body' && NEEDS.aim(of),
  at: of => (of.aim === 'cell' && NEEDS.aim(of)) || WAYS.includes(of.action),
  when_who: of => !['', 'enters'].includes(of.when_kind),
  when_at: of => of.when_kind === 'enters',
  fire: of => of.when_kind !== '',
  specificity: of => !of.action.startsWith('stow:'),
  text: of => of.action === 'talk',
};
function fit(dialog) {
  if (!dialog.querySelector('[data-field=when_kind]')) return;
  const of = Object.fromEntries([...dialog.querySelectorAll('[data-field]')].map(input => [input.dataset.field, input.value]));
  for (const [name, needed] of Object.entries(NEEDS)) {
    const row = dialog.querySelector(`[data-field=${name}]`)?.closest('.field');
    if (row) row.hidden = !needed(of);
  }
}
