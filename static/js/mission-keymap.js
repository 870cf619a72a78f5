// Which key does what. The list is the help that ? shows, and each key can be changed there; what was changed is kept
// in this browser for this user.
import { $, keepSetting, setting } from './mission-state.js';

/** id: [key, what it does]; the ids are kept in the browser, so they stay. */
export const DEFAULTS = {
  enemy: ['t', 'next enemy, the nearest first; with Shift the one before'],
  ally: ['a', 'next ally, the nearest first; with Shift the one before'],
  acting: ['c', 'to the acting unit'],
  pack: ['i', 'to what I carry'],
  type: ['g', 'type a cell to go to'],
  end: ['e', 'end the turn'],
  door: ['d', 'open or close the door beside the unit'],
  describe: ['o', 'say what is on this cell'],
  last: ['l', 'say the last line of the log'],
  where: ['w', 'say where I can go'],
  measure: ['m', 'measure from here; again to stop'],
  threat: ['r', 'where the unit under the cursor could go and strike'],
  chat: ['j', 'to the table chat'],
  point: ['p', 'point at this cell; with Shift the GM brings all there'],
  hold: ['h', 'hold what was just declared, to interrupt it; the GM also what was just done'],
  let_pass: ['n', 'let it pass'],
  waiting: ['q', 'to what waits for an answer; Enter takes the suggestion'],
  zoom_in: ['+', 'zoom in'],
  zoom_out: ['-', 'zoom out'],
  zoom_fit: ['0', 'the whole map'],
  deck: ['b', 'between the wide board and the deck of my craft'],
  help: ['?', 'this help'],
};
const FIXED = /^([1-9]|Enter|Escape|Tab|Arrow.*|Home|End|Page.*| )$/;
let changed = {};
let catching = '';              // the id whose new key is awaited

export function setUpKeymap() {
  changed = setting('keys') ?? {};
  draw();
  $('keylist').addEventListener('click', event => {
    const button = event.target.closest('[data-rebind]');
    if (button) begin(button.dataset.rebind);
  });
  $('keys-reset').addEventListener('click', () => { changed = {}; keepSetting('keys', changed); draw(); note('All keys are as they were.'); });
  $('help').addEventListener('keydown', caught, true);
  $('help').addEventListener('close', () => { catching = ''; note(''); });
}

export const keyOf = id => changed[id] ?? DEFAULTS[id][0];
/** What a pressed key means, or nothing. */
export function meaning(key) {
  const low = key.toLowerCase();
  const ids = Object.keys(DEFAULTS);
  return ids.find(id => keyOf(id) === key) ?? ids.find(id => keyOf(id).toLowerCase() === low) ?? (key === '=' ? ids.find(id => keyOf(id) === '+') : undefined);
}

const shownKey = key => key.length === 1 ? key.toUpperCase().replace('-', '\u2212') : key;
function draw() {
  for (const button of $('keylist').querySelectorAll('[data-rebind]')) {
    const id = button.dataset.rebind;
    button.querySelector('kbd').textContent = shownKey(keyOf(id));
    button.setAttribute('aria-label', `${shownKey(keyOf(id))}: change the key`);
  }
  const end = document.querySelector('#endturn kbd');
  if (end) end.textContent = shownKey(keyOf('end'));
}
/** An update writes the usual key on End turn; this one is mine. */
export const redraw = draw;

function begin(id) {
  catching = id;
  note(`Press the new key for: ${DEFAULTS[id][1]}. Esc leaves it as it is.`);
}
function caught(event) {
  if (!catching || ['Shift', 'Control', 'Alt', 'Meta', 'Tab'].includes(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  const id = catching;
  catching = '';
  if (event.key === 'Escape') return note('');
  const other = meaning(event.key);
  if (FIXED.test(event.key) || event.key.length > 1) note(`${event.key} has a task of its own. Choose another.`);
  else if (other && other !== id) note(`${shownKey(event.key)} already means: ${DEFAULTS[other][1]}.`);
  else {
    changed = { ...changed, [id]: event.key };
    keepSetting('keys', changed);
    draw();
    note(`${shownKey(event.key)}: ${DEFAULTS[id][1]}.`);
  }
  return undefined;
}
function note(text) { $('keys-note').textContent = text; }
