// Telling: the live region, and keeping the screen awake during a Mission.
import { $, actingToken, boardOf, placeOf, state } from './mission-state.js';
import { centreOn, keepAllInSight, keepInSight } from './mission-camera.js';
import { handsOn } from './mission-pointer.js';

let mine = '';                  // whose turn it is, if it is one of mine
let acting = {};                // who acts for me, and where: {body, at}
let awaited = '';               // whom all wait for before round 1, as it was last told

export function setUpNotices() {
  mine = turnOfMine();
  acting = whereabouts(mine && actingToken());
  awaited = waits();
  addEventListener('pointerdown', stayAwake, { once: true });
  document.addEventListener('visibilitychange', () => { if (!document.hidden) stayAwake(); });
}

/** Speaks `text`. A repeated text must differ to be read again. */
export function say(text) {
  const region = $('say');
  region.textContent = text && region.textContent === text ? `${text}\u00a0` : text;
}

const turnOfMine = () => (state.opts.mine ? state.opts.turn : '');
/** Brings whoever acts for me into sight, from another board too. */
function bring(tok) {
  if (boardOf(tok) !== state.shown) centreOn(tok);
  else keepInSight(...placeOf(tok));
}

const whereabouts = tok => (tok ? { body: tok.dataset.body, at: `${boardOf(tok)},${placeOf(tok)}` } : {});
/** Whoever acts for me was put somewhere else, by me or by the GM: looked for only where it has left the window. */
function follow(tok) {
  if (boardOf(tok) !== state.shown) centreOn(tok);
  else keepAllInSight([placeOf(tok)]);
}

/** Before round 1: who has still to roll, or who places now. In the rounds the turns tell it. */
const waits = () => (['initiative', 'placement'].includes(state.opts.phase) ? $('head').querySelector('.waits')?.textContent ?? '' : '');

/** After an update: the server's words, my turn where it has just come, and whom all wait for where that is another. */
export function announce(words) {
  const now = turnOfMine();
  const turn = now && now !== mine ? $('head').querySelector('.waits')?.textContent : '';
  const tok = now && actingToken();
  const was = acting;
  acting = whereabouts(tok);
  if (tok && !handsOn()) {
    if (turn) bring(tok);
    else if (was.body === acting.body && was.at !== acting.at) follow(tok);
  }
  mine = now;
  const last = awaited;
  awaited = waits();
  const said = [words, turn, awaited !== last && awaited].filter(Boolean).join(' ');
  if (said) say(said);
}

let lock = null;
async function stayAwake() {
  if (!('wakeLock' in navigator) || (lock && !lock.released)) return;
  try { lock = await navigator.wakeLock.request('screen'); } catch { lock = null; }   // refused: battery, or not allowed here
}
