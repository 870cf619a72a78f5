// A screen that all look at, and a spectator's page: nothing to press. The screen follows the action unless
// somebody touched the map a moment ago.
import { $, onChange, placeOf } from './mission-state.js';
import { centreOn, keepInSight } from './mission-camera.js';
import { openTab } from './mission-panels.js';

const HANDS_OFF = 20_000;
let touched = 0;
let last = '';

export function setUpScreen() {
  const { classList } = document.body;
  if (classList.contains('spectator') && !classList.contains('screen')) openTab('units');
  if (!classList.contains('screen')) return;
  for (const name of ['pointerdown', 'wheel', 'keydown']) $('view').addEventListener(name, () => { touched = Date.now(); }, { passive: true });
  $('cam').addEventListener('click', event => { touched = event.target.closest('[data-cam=act]') ? 0 : Date.now(); last = ''; follow(); });
  onChange(follow);
  setInterval(follow, 5000);
  document.addEventListener('visibilitychange', awake);
  awake();
  follow();
}

/** To whoever acts; another cell of the same unit only if it leaves the frame. */
function follow() {
  const tok = document.querySelector('.tok.act:not(.down)');
  if (!tok || Date.now() - touched < HANDS_OFF) return;
  const now = `${tok.dataset.unit}`;
  if (now !== last) centreOn(tok);
  else keepInSight(...placeOf(tok));
  last = now;
}

let lock = null;
async function awake() {
  if (document.hidden || !('wakeLock' in navigator) || (lock && !lock.released)) return;
  try { lock = await navigator.wakeLock.request('screen'); } catch { lock = null; }   // refused: battery, or not allowed here
}
