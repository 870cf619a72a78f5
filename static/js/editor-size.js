// Another size of the map: cells added or cut off at its sides. What would be cut off is told first.
import { $ } from './mission-state.js';
import { sheet } from './editor-sheet.js';
import { sized } from './editor-pen.js';
import { resize } from './editor-sync.js';

const SIDES = ['left', 'top', 'right', 'bottom'];
let hooks = {};                 // say(text), complain(text)
let busy = false;

export function setUpSize(given) {
  hooks = given;
  for (const side of SIDES) $(`grow-${side}`).addEventListener('input', showSize);
  $('resize').addEventListener('click', () => ask());
  $('cutdlg').addEventListener('close', () => { if ($('cutdlg').returnValue === 'cut') carryOut(wanted()); });
}

const wanted = () => SIDES.map(side => Math.trunc(Number($(`grow-${side}`).value)) || 0);
export function showSize() {
  const [left, top, right, bottom] = wanted();
  $('size-now').textContent = `${sheet.w} × ${sheet.h} → ${sheet.w + left + right} × ${sheet.h + top + bottom}`;
}

async function ask() {
  const sides = wanted();
  if (busy || !sides.some(Boolean)) return;
  busy = true;
  const told = await resize({ sides, dry: true });
  busy = false;
  if (told.words) { hooks.complain(told.words); return; }
  if (!told.lost.length) { carryOut(sides); return; }
  $('cutdlg').querySelector('ul').replaceChildren(...told.lost.map(text => Object.assign(document.createElement('li'), { textContent: text })));
  $('cutdlg').returnValue = '';
  $('cutdlg').showModal();
}
async function carryOut(sides) {
  if (busy) return;
  busy = true;
  const told = await resize({ sides });
  busy = false;
  if (told.words) { hooks.complain(told.words); return; }
  sized(sides, told.number);
  for (const side of SIDES) $(`grow-${side}`).value = 0;
  showSize();
  hooks.say(`The map has ${sheet.w} by ${sheet.h} cells now.`);
}
