// What the chosen tool does with the chosen layer, and what the chosen kind of ground or edge means in play, in words beside
// the tools: nobody need try a tool to learn what it does.
import { $ } from './mission-state.js';
import { layer, tool } from './editor-pen.js';

const CELLS = {
  hand: 'Drag moves the map; nothing is drawn.',
  brush: 'Drag over the cells that are to be drawn.',
  line: 'Drag from one cell to another: a straight line between them.',
  rect: 'Drag from one corner to the other: all cells between them.',
  fill: 'Press a cell: all equal cells around it, as far as walls and doors.',
  pick: 'Press a cell: what is there comes into the brush.',
};
const EDGES = {
  ...CELLS,
  brush: 'Drag along the lines between cells, or press one.',
  line: 'Drag from one crossing of lines to another.',
  rect: 'Drag from one corner to the other: all around those cells.',
  fill: 'Press a cell: all around the ground that is the same.',
  pick: 'Press a line: what stands there comes into the brush.',
};
const PICTURE = {
  ...CELLS,
  brush: 'Drag the picture to where it belongs.',
  rect: 'Drag over three by three cells that are painted on the picture: they are laid on the grid.',
};
const NOTE = 'Press a cell: its note opens.';

function hint() {
  if (layer() === 'note') return tool() === 'hand' ? CELLS.hand : NOTE;
  if (layer() === 'picture') return PICTURE[tool()] && ['hand', 'brush', 'rect'].includes(tool()) ? PICTURE[tool()] : 'Choose the brush or the rectangle to lay the picture.';
  return (layer() === 'edge' ? EDGES : CELLS)[tool()];
}
/** What a chosen kind says of itself. */
export const toldOf = name => document.querySelector(`[name=${name}]:checked`)?.dataset.told ?? '';

function show() {
  $('how').textContent = hint();
  for (const name of ['ground', 'edge']) $(`${name}-told`).textContent = toldOf(name);
}
export function setUpHints() {
  document.addEventListener('change', event => { if (['tool', 'layer', 'ground', 'edge'].includes(event.target.name)) show(); });
  show();
}
