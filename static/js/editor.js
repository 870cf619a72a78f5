// The map editor: ties the sheet, its drawing, the hands and the saving together, and keeps the panel in step.
import { $, state } from './mission-state.js';
import { cellName } from './mission-state.js';
import { fit, fitSizes, setCursor, setUpCamera } from './mission-camera.js';
import { all, begin, cellOf, empty, get, sheet, zones } from './editor-sheet.js';
import { drawAll, drawn, lies, picture } from './editor-draw.js';
import { act, canRedo, canUndo, forget, layer, onPen, redo, undo, zoneFields } from './editor-pen.js';
import { drawAt, rounded, say, setUpHands } from './editor-hands.js';
import { setUpHints } from './editor-hints.js';
import { setUpSize, showSize } from './editor-size.js';
import { complain, setUpSync } from './editor-sync.js';

const about = JSON.parse($('about').textContent);

begin(about);
empty();
state.opts = { reach: {}, zones: [], unplaced: [] };    // nobody stands here
state.boards = [{ key: 'map', name: about.name, w: about.width, h: about.height, words: {} }];
setUpCamera();
setUpHands({ note: openNote, told });
onPen(refresh);
panel();
setUpSync(about, { drawn: slots => { drawn(slots); refresh(); }, say, loaded, sized });
setUpSize({ say, complain });

/** The map came back with another size. */
function sized(own) {
  Object.assign(state.boards[0], { w: sheet.w, h: sheet.h });
  state.cursor = [Math.min(state.cursor[0], sheet.w - 1), Math.min(state.cursor[1], sheet.h - 1)];
  fitSizes();
  fit();
  showSize();
  if (!own) { forget(); complain('Another GM changed the size of the map. What you drew before cannot be undone any more.'); }
}
async function loaded() {
  picture.source = null;
  if (sheet.picture) {
    const image = new Image();
    image.src = `${about.picture}?${sheet.picture}`;
    try { await image.decode(); picture.source = { src: image.src, width: image.naturalWidth, height: image.naturalHeight }; } catch { complain('The picture could not be loaded.'); }
  }
  drawAll();
  refresh();
}

// --- the panel
function panel() {
  document.addEventListener('change', event => { if (event.target.name === 'layer') showLayer(); });
  for (const [id, does] of [['undo', undo], ['redo', redo]]) $(id).addEventListener('click', () => does().then(told));
  $('paint').addEventListener('click', there);
  $('goto').addEventListener('keydown', event => { if (event.key === 'Enter') { event.preventDefault(); there(); } });
  $('zone').addEventListener('change', () => refresh());
  for (const id of ['zone-name', 'zone-whose']) $(id).addEventListener('change', () => { const key = $('zone').value; if (key) act([[`z:${key}`, { key, ...zoneFields() }]]); });
  $('zone-gone').addEventListener('click', dropZone);
  $('words').addEventListener('change', () => act([['w', $('words').value.trim()]]));
  $('fogmode').addEventListener('change', () => act([['g', $('fogmode').value]]));
  for (const name of ['across', 'down', 'left', 'top']) $(`lies-${name}`).addEventListener('change', lay);
  $('lies-fit').addEventListener('click', () => act([['a', null]]));
  $('notedlg').addEventListener('close', keepNote);
  showLayer();
  setUpHints();
}
function showLayer() {
  for (const section of document.querySelectorAll('#tools section[data-layer]')) section.hidden = section.dataset.layer !== layer();
  $('size').hidden = ['edge', 'note', 'picture'].includes(layer());
  document.body.dataset.layer = layer();
}
function there() {
  const problem = drawAt($('goto').value);
  if (problem) complain(problem);
}

/** What an undo did; where somebody else's work stays, for all to see. */
export function told(text) { if (text.includes('omebody else')) complain(text); say(text); }

/** After any change: what the fields say. key: of a zone that was just made. */
function refresh(key) {
  $('undo').disabled = !canUndo();
  $('redo').disabled = !canRedo();
  const before = key ?? $('zone').value;
  $('zone').replaceChildren($('zone').options[0], ...[...zones.values()].map(zone => new Option(zone.name || zone.key, zone.key)));
  $('zone').value = zones.has(before) ? before : '';
  const zone = zones.get($('zone').value);
  $('zone-gone').disabled = !zone;
  if (zone && document.activeElement !== $('zone-name')) $('zone-name').value = zone.name;
  if (zone) $('zone-whose').value = zone.seat ? `seat:${zone.seat}` : `side:${zone.side}`;
  if (!zone && refresh.zone) $('zone-name').value = '';
  refresh.zone = zone;
  $('starts-known').replaceChildren(...[...new Set(all('s').values())].map(name => new Option(name, name)));
  if (document.activeElement !== $('words')) $('words').value = get('w');
  $('fogmode').value = sheet.g;
  const numbers = lies();
  ['left', 'top', 'across', 'down'].forEach((name, at) => { if (document.activeElement !== $(`lies-${name}`)) $(`lies-${name}`).value = +numbers[at].toFixed(3); });
}
function dropZone() {
  const key = $('zone').value;
  act([...[...zones.get(key).cells].map(n => [`c:${key}:${n}`, 0]), [`z:${key}`, { key, gone: 1 }]]);
  say('The zone is gone.');
}
function lay() {
  const numbers = ['left', 'top', 'across', 'down'].map(name => Number($(`lies-${name}`).value));
  if (numbers.some(n => !Number.isFinite(n)) || Math.min(numbers[2], numbers[3]) < 2) { complain('A cell is at least 2 pixels wide and high.'); return; }
  act([['a', rounded(numbers)]]);
}

// --- notes
let noted = -1;
function openNote(n) {
  noted = n;
  $('note-h').textContent = cellName(...cellOf(n));
  $('note').value = get(`n:${n}`);
  $('notedlg').returnValue = '';
  $('notedlg').showModal();
  $('note').focus();
}
function keepNote() {
  if ($('notedlg').returnValue === 'keep') act([[`n:${noted}`, $('note').value.replace(/\s+/g, ' ').trim()]]);
  $('view').focus({ preventScroll: true });
}
