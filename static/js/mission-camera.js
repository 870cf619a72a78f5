// Pan by native scrolling, zoom by one scale(): both run on the compositor.
import { $, CELL, actingToken, board, boardOf, calm, inside, onChange, placeOf, state } from './mission-state.js';

const MIN = 0.15;
const MAX = 2.5;
const TURNED = 150;             // so many pixels wider or narrower at once: a phone was turned
let scale = 1;
let settling = 0;
let whole = true;               // the whole board is shown: stay so when the window changes
let home = false;               // the reader's own unit was looked at once

export const zoomed = () => scale;

export function setUpCamera() {
  onChange(() => { fitSizes(); goHome(); });
  fitSizes();
  document.addEventListener('click', event => {
    const button = event.target.closest('[data-cam], [data-focus], [data-board]');
    if (!button) return;
    if (button.dataset.cam) CAM[button.dataset.cam]();
    else if (button.dataset.board) showBoard(+button.dataset.board);
    else if (button.dataset.focus) lookAt(button.dataset.focus);
  });
  start();
  // What is to be chosen on the map hides no cell of a map that is shown whole.
  if ($('hint')) new ResizeObserver(() => { if (whole) fit(); }).observe($('hint'));
  // What is in the middle stays there. The margin around the board changes with the window, too: a keyboard halves it.
  const measured = () => [$('view').clientWidth, $('view').clientHeight, $('sizer').offsetLeft, $('sizer').offsetTop];
  let size = measured();
  new ResizeObserver(() => {
    const now = measured();
    if (whole) fit();
    else {
      $('view').scrollLeft += (size[0] - now[0]) / 2 - size[2] + now[2];
      $('view').scrollTop += (size[1] - now[1]) / 2 - size[3] + now[3];
    }
    // Turned: what was in the middle may be at the rim now, and who acts off the screen.
    const tok = Math.abs(size[0] - now[0]) > TURNED && !whole && actingToken();
    if (tok && boardOf(tok) === state.shown) centreOn(tok, true);
    size = now;
  }).observe($('view'));
}

const CAM = {
  in: () => zoom(scale * 1.25),
  out: () => zoom(scale / 1.25),
  fit: () => fit(),
  act: () => { const tok = actingToken(); if (tok) centreOn(tok); },
};
export const zoomIn = CAM.in, zoomOut = CAM.out;

/** The first look: the whole board if its cells stay large enough, else the acting unit. */
function start() {
  const view = $('view');
  const room = Math.min(view.clientWidth / (board().w + 0.8), view.clientHeight / (board().h + 0.6)) / CELL;
  if (room >= 0.7) { home = true; return fit(); }
  zoom(view.clientWidth < 600 ? 0.9 : 1);
  centre(board().w / 2, board().h / 2, true);
  return goHome();
}

/** To the own or acting unit as soon as there is one on the board; before, to the zone where it may stand. */
function goHome() {
  if (home) return;
  // A GM's own are often hidden: who acts comes first, then those whom the players see.
  const tok = actingToken() ?? document.querySelector('.tok.mine:not(.hid)') ?? document.querySelector('.tok.ally:not(.hid)');
  const zone = state.opts.zones?.find(([key]) => key === board().key)?.[1];
  if (tok) { home = true; centreOn(tok, true); }
  else if (zone?.length) centre(zone[0] + 1.5, zone[1] + 1.5, true);
}

export function fitSizes() {
  const { w, h } = board();
  for (const id of ['map', 'ghost']) {
    const picture = $(id);
    picture.setAttribute('viewBox', `0 0 ${w} ${h}`);
    picture.setAttribute('width', w * CELL);
    picture.setAttribute('height', h * CELL);
  }
  $('board').dataset.show = state.shown;
  $('view').setAttribute('aria-label', `Map ${board().name}, ${w} by ${h} cells`);
  document.querySelectorAll('[data-board]').forEach(b => b.setAttribute('aria-pressed', +b.dataset.board === state.shown));
  tabInSight();
  $('sizer').style.width = `${w * CELL * scale}px`;
  $('sizer').style.height = `${h * CELL * scale}px`;
}

/** Of more boards than fit beside one another, the name of the one that is shown can be read. */
function tabInSight() {
  const row = $('boards');
  const tab = row?.querySelector('[aria-pressed=true]');      // the map editor has one board and no tabs
  if (!tab || row.scrollWidth <= row.clientWidth) return;
  row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}

export function showBoard(index) {
  if (index === state.shown || !state.boards[index]) return;
  state.shown = index;
  fitSizes();
  fit();
  document.dispatchEvent(new CustomEvent('mission:board'));
}

/** Scales the board, keeping the point (px, py) of the window where it is. */
export function zoom(to, px, py) {
  const view = $('view');
  const plate = $('board');
  const frame = view.getBoundingClientRect();
  const [x, y] = [px ?? frame.left + frame.width / 2, py ?? frame.top + frame.height / 2];
  const before = plate.getBoundingClientRect();
  const [u, v] = [(x - before.left) / scale, (y - before.top) / scale];
  whole = false;
  scale = Math.min(MAX, Math.max(MIN, to));
  plate.style.willChange = 'transform';     // one raster while zooming, a sharp one after it
  clearTimeout(settling);
  settling = setTimeout(() => { plate.style.willChange = ''; }, 200);
  plate.style.transform = `scale(${scale})`;
  plate.style.setProperty('--zoom', scale);
  plate.classList.toggle('tiny', scale < 0.4);
  fitSizes();
  const after = plate.getBoundingClientRect();
  view.scrollLeft += after.left + u * scale - x;
  view.scrollTop += after.top + v * scale - y;
}

/** The part of the window that the buttons on the map leave free: its frame without their strips. */
function clear() {
  const frame = $('view').getBoundingClientRect();
  const [cam, ...above] = ['cam', 'boards', 'stand', 'hint'].map(id => $(id)?.getBoundingClientRect());
  const top = Math.max(frame.top, ...above.map(each => (each?.height ? each.bottom + 4 : 0)));
  const bottom = cam?.height ? cam.top - 4 : frame.bottom;
  // On a window that is hardly higher than the buttons they lie on the map after all.
  if (bottom - top < frame.height / 3) return frame;
  return { left: frame.left, right: frame.right, width: frame.width, top, bottom, height: bottom - top };
}

export function fit() {
  const { width, height } = clear();
  // Half a cell more on the sides where the names of rows and columns stand.
  zoom(Math.min(1.4, Math.min((width - 12) / (board().w + 0.8), height / (board().h + 0.6)) / CELL));
  centre(board().w / 2 - 0.25, board().h / 2 - 0.15, true);
  whole = true;
}

/** Brings the point (x, y), in cells, into the middle, or as near as the board fills the window: no more of the stage
 *  is left empty than must be. */
export function centre(x, y, atOnce = false) {
  const frame = clear();
  const plate = $('board').getBoundingClientRect();
  const side = CELL * scale;
  const within = (wanted, least, most) => (least > most ? (least + most) / 2 : Math.max(least, Math.min(most, wanted)));
  const [left, top] = [plate.left - frame.left, plate.top - frame.top];
  $('view').scrollBy({
    left: within(left + x * side - frame.width / 2, left - 0.8 * side, left + (board().w + 0.3) * side - frame.width),
    top: within(top + y * side - frame.height / 2, top - 0.9 * side, top + (board().h + 0.3) * side - frame.height),
    behavior: atOnce || calm.matches ? 'instant' : 'smooth',
  });
}

export function centreOn(tok, atOnce = false) {
  showBoard(boardOf(tok));
  const [x, y] = placeOf(tok);
  centre(x + 0.5, y + 0.5, atOnce);
}

/** To the token of `body`, with the cursor on it. */
export function lookAt(body) {
  const tok = document.querySelector(`.tok[data-body="${CSS.escape(body)}"]`);
  if (!tok) return;
  centreOn(tok);
  setCursor(...placeOf(tok));
}

/** The reader chose where to look: a change of the window does not show everything again. */
export function moved() { whole = false; }

/** Scrolls only if one of these cells is near the rim: then as many as fit, the last of them at any rate. */
export function keepAllInSight(cells) {
  const frame = clear();
  const side = CELL * scale;
  const plate = $('board').getBoundingClientRect();
  const inside = ([x, y]) => {
    const [left, top] = [plate.left + x * side, plate.top + y * side];
    return left >= frame.left && left + side <= frame.right && top >= frame.top && top + side <= frame.bottom;
  };
  if (cells.every(inside)) return;
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
  const fits = (Math.max(...xs) - Math.min(...xs) + 1) * side <= frame.width && (Math.max(...ys) - Math.min(...ys) + 1) * side <= frame.height;
  if (fits) centre((Math.min(...xs) + Math.max(...xs) + 1) / 2, (Math.min(...ys) + Math.max(...ys) + 1) / 2);
  else centre(cells.at(-1)[0] + 0.5, cells.at(-1)[1] + 0.5);
}

/** Scrolls only if the cell is near the rim. */
export function keepInSight(x, y) {
  const frame = clear();
  const plate = $('board').getBoundingClientRect();
  const [left, top] = [plate.left + (x + 0.5) * CELL * scale, plate.top + (y + 0.5) * CELL * scale];
  const rim = whole ? 0 : Math.min(CELL * scale * 1.5, frame.width / 4, frame.height / 4);
  if (left < frame.left + rim || left > frame.right - rim || top < frame.top + rim || top > frame.bottom - rim) {
    centre(x + 0.5, y + 0.5);
  }
}

export function setCursor(x, y, shown = true) {
  state.cursor = [Math.max(0, Math.min(board().w - 1, x)), Math.max(0, Math.min(board().h - 1, y))];
  const cursor = $('cursor');
  cursor.hidden = !shown;
  cursor.style.setProperty('--x', state.cursor[0]);
  cursor.style.setProperty('--y', state.cursor[1]);
}

let finger = null;              // where the last one came down
addEventListener('pointerdown', event => { finger = event.pointerType === 'touch' ? [event.clientX, event.clientY] : null; }, true);
/** Where in the window a click was meant: a browser moves that of a tap to what can be pressed near the finger, so beside
 *  a small token the ground could not be tapped. */
export const clickedAt = event => (event.pointerType === 'touch' && finger) || [event.clientX, event.clientY];

/** The cell under a point of the window, or null. */
export function cellUnder(clientX, clientY) {
  const plate = $('board').getBoundingClientRect();
  const [x, y] = [Math.floor((clientX - plate.left) / scale / CELL), Math.floor((clientY - plate.top) / scale / CELL)];
  return inside(x, y) ? [x, y] : null;
}
/** The same as a point on the board, in cells. */
export function pointUnder(clientX, clientY) {
  const plate = $('board').getBoundingClientRect();
  return [(clientX - plate.left) / scale / CELL, (clientY - plate.top) / scale / CELL];
}
