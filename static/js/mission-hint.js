// What the map waits for while something is to be put on it, and the way out, for eyes and fingers: Esc is a key that a
// phone has not.
import { $, onChange, state } from './mission-state.js';
import { say } from './mission-notices.js';

let drop = null;                // what Cancel does

export function setUpHint() {
  $('hint').querySelector('button').addEventListener('click', () => { const undo = drop; hint(''); undo?.(); $('view').focus({ preventScroll: true }); });
  const gone = () => { if (!state.taking && drop === untake) hint(''); };
  document.addEventListener('mission:taking', gone);
  onChange(gone);
}
function untake() {
  state.taking = '';
  document.dispatchEvent(new CustomEvent('mission:taking'));
}

/** Shows and says what is to be chosen, or with no text hides it. cancel: how it is given up. */
export function hint(text, cancel = untake) {
  drop = text ? cancel : null;
  $('hint').hidden = !text;
  $('hint').querySelector('span').textContent = text;
  if (text) say(text);
}
