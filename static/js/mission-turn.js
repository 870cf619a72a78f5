// My turn: a banner, the tab's title, and for who wants it a sound and a notification of the system; softer when I am
// next. Nothing of it on other people's turns.
import { $, keepSetting, onChange, setting, state } from './mission-state.js';

const SHOWN = 2600;
let plain = '';
let was = '';                   // which turn of mine it is, next, or nothing
let audio = null;
let timer = 0;

export function setUpTurn() {
  plain = document.title;
  was = moment();
  title();
  onChange(changed);
  onChange(rowInView);
  rowInView();
  for (const name of ['sound', 'notify']) {
    const box = $(`on-${name}`);
    box.checked = Boolean(setting(name));
    box.addEventListener('change', () => { keepSetting(name, box.checked); WANTED[name](box); });
  }
  // A browser lets a page make a sound only once somebody has touched it.
  addEventListener('pointerdown', () => { if (setting('sound')) tuned(); }, { once: true });
  addEventListener('keydown', () => { if (setting('sound')) tuned(); }, { once: true });
}

const WANTED = {
  sound: box => { if (box.checked) chime([660, 880]); },
  notify: async box => {
    if (!box.checked) return;
    const granted = 'Notification' in window && (await Notification.requestPermission()) === 'granted';
    if (!granted) { box.checked = false; keepSetting('notify', false); }
  },
};

const now = () => state.opts.mine ? 'turn' : state.opts.next ? 'next' : '';
/** One turn of mine after another is news too, of the same unit in a new round as well. */
const moment = () => now() === 'turn' ? `${state.opts.turn} ${$('head').querySelector('.phase')?.textContent}` : now();
function changed() {
  const [is, its] = [now(), moment()];
  if (its !== was && is === 'turn') begin();
  else if (its !== was && is === 'next' && setting('sound')) chime([520]);
  if (is !== 'turn') $('banner').hidden = true;
  was = its;
  title();
}

/** Whoever acts stands whole in the order's window; the reader's own scrolling stays until the next turn. */
let acting = '';
function rowInView() {
  const row = $('turns').querySelector('.acting');
  const unit = row?.querySelector('button').dataset.unit ?? '';
  if (unit === acting) return;
  acting = unit;
  if (!row) return;
  const [list, box] = [$('turns'), row.getBoundingClientRect()];
  const frame = list.getBoundingClientRect();
  list.scrollLeft += box.left - frame.left - Math.min(48, (frame.width - box.width) / 2);
}

function begin() {
  const words = $('head').querySelector('.waits')?.textContent ?? '';
  const banner = $('banner');
  banner.textContent = words;
  banner.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { banner.hidden = true; }, SHOWN);
  if (setting('sound')) chime([660, 880]);
  if (setting('notify') && document.hidden) notify(words);
}

function title() {
  const asked = document.querySelector('#prompts .prompt:not(.wait)');
  const name = $('head').querySelector('h1')?.textContent || plain;
  const mark = { turn: '\u25cf Your turn \u2013 ', next: '\u25cb You are next \u2013 ' }[now()] ?? '';
  document.title = asked ? `? ${asked.querySelector('h2').textContent} \u2013 ${name}` : mark + name;
}

function tuned() {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') audio.resume();
  return audio;
}
/** Short soft tones, one after the other. */
function chime(tones) {
  const out = tuned();
  tones.forEach((tone, n) => {
    const from = out.currentTime + n * 0.16;
    const voice = new OscillatorNode(out, { frequency: tone, type: 'sine' });
    const loud = new GainNode(out, { gain: 0 });
    loud.gain.setValueAtTime(0, from);
    loud.gain.linearRampToValueAtTime(0.12, from + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.001, from + 0.3);
    voice.connect(loud).connect(out.destination);
    voice.start(from);
    voice.stop(from + 0.32);
  });
}
function notify(words) {
  try {
    const note = new Notification(words, { body: plain, tag: 'turn', icon: document.querySelector('link[rel=icon]').href });
    note.onclick = () => { window.focus(); note.close(); };
  } catch { /* phones show notifications of installed pages only */ }
}
