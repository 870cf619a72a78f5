// Telling: the live region, the seconds left on a card, and keeping the screen awake during a Mission.
import { $, actingToken, placeOf, state } from './mission-state.js';
import { keepInSight } from './mission-camera.js';
import { handsOn } from './mission-pointer.js';

let mine = false;

export function setUpNotices() {
  mine = Boolean(state.opts.mine);
  addEventListener('pointerdown', stayAwake, { once: true });
  setInterval(countDown, 1000);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) stayAwake(); });
}

/** Speaks `text`. A repeated text must differ to be read again. */
export function say(text) {
  const region = $('say');
  region.textContent = text && region.textContent === text ? `${text}\u00a0` : text;
}

/** After an update: the server's words, and my turn where it has just come. */
export function announce(words) {
  const now = Boolean(state.opts.mine);
  const turn = now && !mine ? $('head').querySelector('.waits')?.textContent : '';
  if (turn && !handsOn()) { const tok = actingToken(); if (tok) keepInSight(...placeOf(tok)); }
  mine = now;
  const said = [words, turn].filter(Boolean).join(' ');
  if (said) say(said);
}

/** Seconds left on a card that has a deadline, by the server's clock. */
const skew = +document.body.dataset.now * 1000 - Date.now();
function countDown() {
  for (const card of document.querySelectorAll('#prompts [data-deadline]')) {
    const left = Math.max(0, Math.round((+card.dataset.deadline - Date.now() - skew) / 1000));
    const clock = card.querySelector('.left') ?? card.appendChild(Object.assign(document.createElement('p'), { className: 'left' }));
    clock.textContent = `${left} s`;
  }
}

let lock = null;
async function stayAwake() {
  if (!('wakeLock' in navigator) || (lock && !lock.released)) return;
  try { lock = await navigator.wakeLock.request('screen'); } catch { lock = null; }   // refused: battery, or not allowed here
}
