// The keyboard. Arrows and Enter belong to the map; letters and digits work on the whole page, or, for whom
// that disturbs (speech input), only on the map; none works while somebody types. mission-keymap.js says which.
import { $, actingToken, actor, boardOf, cellName, describe, keepSetting, onChange, placeOf, reachOf, setting, state, tokenAt, typing } from './mission-state.js';
import { meaning, redraw, setUpKeymap } from './mission-keymap.js';
import { fit, keepInSight, setCursor, zoomIn, zoomOut } from './mission-camera.js';
import { clear, commit, show } from './mission-preview.js';
import { cancel, choose, pointed } from './mission-pointer.js';
import { distance, measureTo, toggle } from './mission-measure.js';
import { clearThreat, rowOf, threatAt } from './mission-look.js';
import { complain, press } from './mission-commands.js';
import { point } from './mission-ping.js';
import { addVia } from './mission-via.js';
import { toWaiting } from './mission-table.js';
import { showPack } from './mission-pack.js';
import { beat } from './mission-timing.js';
import { say } from './mission-notices.js';
import { openTab } from './mission-panels.js';
import { otherBoard } from './mission-sockets.js';

const STEPS = {
  ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
  Home: [-1, -1], PageUp: [1, -1], End: [-1, 1], PageDown: [1, 1],     // the numpad's diagonals
};

const DO = {
  enemy: event => cycle('enemy', event.shiftKey),
  ally: event => cycle('mine, .ally', event.shiftKey),
  acting: () => { const tok = actingToken(); if (tok) go(...placeOf(tok)); },
  end: () => { const end = document.querySelector('#endturn button'); if (end) press(end); else say('It is not your turn.'); },
  door: () => door(),
  type: () => { openTab('act'); $('goto-cell').focus(); },
  pack: () => showPack(document.querySelector('[data-pack]')?.dataset.pack),
  describe: () => say(describe(...state.cursor)),
  last: () => say($('log').lastElementChild?.querySelector('p, summary')?.textContent ?? 'The log is empty.'),
  where: () => say(moves()),
  measure: () => toggle(pointed() ?? (onMap() ? [...state.cursor] : null)),
  threat: () => threatAt(...(pointed() ?? state.cursor)),
  chat: () => { openTab('log'); $('chat-text').focus(); },
  point: event => point(...(pointed() ?? state.cursor), event.shiftKey && Boolean($('menu'))),
  waiting: () => toWaiting(),
  hold: () => beat('hold'),
  let_pass: () => beat('pass'),
  deck: () => otherBoard(),
  help: () => $('help').showModal(),
  zoom_in: () => zoomIn(),
  zoom_out: () => zoomOut(),
  zoom_fit: () => fit(),
};
const onMap = () => $('view').contains(document.activeElement) && !$('cursor').hidden;

const everywhere = () => !$('keys-map').checked;

export function setUpKeys() {
  setUpKeymap();
  onChange(redraw);
  $('keys-map').checked = Boolean(setting('keys-on-map'));
  $('keys-map').addEventListener('change', event => keepSetting('keys-on-map', event.target.checked));
  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.isComposing) return;
    if (event.key === 'Escape' && event.target.id === 'goto-cell') { $('view').focus({ preventScroll: true }); return; }
    if (event.key === 'Escape') { if (!typing(event.target) && cancel()) event.preventDefault(); $('cursor').hidden = true; clear(); clearThreat(); if (state.measuring) toggle(); return; }
    if (typing(event.target) || event.altKey) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
      const back = document.querySelector('#back button');
      if (back) { event.preventDefault(); if (back.dataset.why) complain(back.dataset.why); else press(back); } else complain('Nothing of yours can be taken back now.');
      return;
    }
    const onMap = $('view').contains(event.target);
    const free = onMap || event.target === document.body;
    const step = STEPS[event.key];
    if (step && free && (onMap || event.key.startsWith('Arrow')) && !event.shiftKey) {
      const far = event.ctrlKey ? 5 : 1;
      go(state.cursor[0] + step[0] * far, state.cursor[1] + step[1] * far);
    } else if (onMap && event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !state.aiming) addVia(...state.cursor);
    else if (event.ctrlKey || event.metaKey || !(free || everywhere())) return;
    else if (/^[1-9]$/.test(event.key)) choice(event.key);
    else if (onMap && ['Enter', ' '].includes(event.key)) act();
    else if (event.key.length === 1 && event.key !== ' ') {
      const id = meaning(event.key);
      if (!id) return;
      DO[id](event);
    } else return;
    event.preventDefault();
  });
}

/** The cursor to a cell, with its preview and its words; first: what is said before them. */
function go(x, y, first = '') {
  setCursor(x, y);
  keepInSight(...state.cursor);
  rowOf(tokenAt(...state.cursor));
  if (state.measuring) return say(measureTo(...state.cursor));
  const found = show(...state.cursor);
  const more = { no: () => [found.text], aim: () => [found.text, ...found.notes.filter(Boolean)] };
  return say([first, describe(...state.cursor), ...(more[found?.kind]?.() ?? [])].filter(Boolean).join('. '));
}

function act() {
  const [x, y] = state.cursor;
  const tok = document.querySelector(`.tok.b${state.shown}.x${x}.y${y}`);
  if (!state.aiming && tok && state.opts.reach[tok.dataset.body] && tok.dataset.body !== actor()) choose(tok.dataset.body);
  else commit(x, y);
}

/** To the next of a kind, the nearest to whoever acts first and that one itself last; from the last to the first. */
function cycle(kind, back) {
  const acting = actingToken();
  const from = acting && boardOf(acting) === state.shown ? placeOf(acting) : null;
  const all = [...document.querySelectorAll(`.tok.${kind}`)].filter(tok => tok.matches(`.b${state.shown}:not(.down)`))
    .map(tok => ({ at: placeOf(tok), far: from ? distance(from, placeOf(tok)) : 0, last: tok === acting }))
    .sort((a, b) => a.last - b.last || a.far - b.far || a.at[1] - b.at[1] || a.at[0] - b.at[0]);
  if (!all.length) return say('None in sight.');
  const here = all.findIndex(({ at }) => at.join() === state.cursor.join());
  const next = here < 0 && back ? all.length - 1 : (here + (back ? -1 : 1) + all.length) % all.length;
  const { at, far, last } = all[next];
  return go(...at, `${next + 1} of ${all.length}${from && !last ? `, ${far} ${far === 1 ? 'cell' : 'cells'} away` : ''}`);
}

/** The door beside the unit; of several, the first gets the focus, to choose from. */
function door() {
  const all = [...document.querySelectorAll('#options [data-do=door]')];
  if (!all.length) return say('No door beside the unit.');
  if (all.length === 1) return press(all[0]);
  openTab('act');
  all[0].focus();
  return say(`${all.length} doors: choose one.`);
}

/** The action with that digit: opens its targets, or does it. */
function choice(digit) {
  const found = document.querySelector(`#options [data-key="${digit}"]`);
  if (!found) return say('That cannot be done now.');
  openTab('act');
  if (found.localName === 'details') {
    found.open = !found.open;
    say(`${found.querySelector('summary .nm').textContent}: ${found.querySelectorAll('[data-target]').length} targets.`);
    // On the map its own keys lead to targets; from elsewhere the next press of Enter would do nothing.
    if (found.open && !$('view').contains(document.activeElement)) found.querySelector('[data-target]')?.focus();
  } else found.click();
  return undefined;
}

function moves() {
  const cells = [...reachOf(actor()).values()].sort((a, b) => a.cost - b.cost);
  if (!cells.length) return 'Nowhere to go now.';
  const word = state.opts.reach[actor()].word;
  const costs = [...new Set(cells.map(cell => cell.cost))];
  return costs.map(cost => `${cost} ${word}: ${cells.filter(cell => cell.cost === cost).slice(0, 40).map(cell => cellName(cell.x, cell.y)).join(', ')}`).join('. ');
}
