// A GM's notes of cells: lines of the Mission's notes that begin with a cell's name and a colon, as in `F8: a trap`.
// They stand on the first board; the page of nobody else has them.
import { $, onChange, onDescribe, readCell, state } from './mission-state.js';
import { complain, send } from './mission-commands.js';

const LINE = /^\s*([A-Za-z]{1,2}[0-9]{1,3})\s*:\s*(\S.*?)\s*$/;
const notes = new Map();        // 'x,y' -> its lines
let read = null;
let cell = null;

export function setUpCellNotes() {
  if (!$('noted')) return;
  onDescribe((x, y) => { const text = noteAt(x, y); return text && `Note: ${text}`; });
  onChange(draw);
  draw();
}

/** Opens the window for a cell's note. about: {cell: [board, x, y], name}. */
export function openNote(about, openWindow) {
  if (state.shown) { complain('Notes of cells stand on the first board.'); return; }
  cell = about.name;
  openWindow('notedlg', `Note on ${about.name}`, null);
  $('note-text').value = noteAt(...about.cell.slice(1));
  $('note-text').focus();
}

export const noteAt = (x, y) => (state.shown ? '' : notes.get(`${x},${y}`) ?? '');
const all = () => document.querySelector('#goals .gmnote')?.textContent ?? '';

function draw() {
  const text = all();
  if (text === read || state.shown) return;
  read = text;
  notes.clear();
  for (const line of text.split('\n')) {
    const [, name, words] = LINE.exec(line) ?? [];
    const at = name && readCell(name);
    if (at) notes.set(`${at}`, [notes.get(`${at}`), words].filter(Boolean).join('; '));
  }
  const corners = [...notes.keys()].map(key => key.split(',').map(Number)).map(([x, y]) => `M${x + 0.62} ${y}h.38v.38z`);
  $('noted').firstElementChild.setAttribute('d', corners.join(''));
}

/** The Mission's notes with this one's line in place of what stood at the cell. */
export const NOTED = {
  note: ({ text }) => {
    const words = text.value.replace(/\s+/g, ' ').trim();
    const kept = all().split('\n').filter(line => (LINE.exec(line)?.[1] ?? '').toUpperCase() !== cell);
    if (words) kept.push(`${cell}: ${words}`);
    return send({ do: 'set_scenario', basis: '', args: { notes: kept.join('\n').trim() } });
  },
};
