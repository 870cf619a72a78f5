// Showing what a cell offers, and doing it. Draws only into #ghost and #tip, which the server never touches.
import { $, CELL, actor, describe, onChange, placeOf, state, theirs, token, tokenAt } from './mission-state.js';
import { free } from './mission-aside.js';
import { noteAt } from './mission-cellnotes.js';
import { zoomed } from './mission-camera.js';
import { showBlast } from './mission-aim.js';
import { complain } from './mission-commands.js';
import { offer, playerOf } from './mission-offer.js';
import { say } from './mission-notices.js';
import { shut } from './mission-sockets.js';

let sent = null;                // {body, from}: a walk that was sent and may still wait for others
let again = null;               // what is shown: an update leaves it there, worked out anew from what is true now

export function setUpPreview() {
  document.addEventListener('mission:aiming', () => { if (again) show(...again); });
  onChange(arrived);
  onChange(() => {
    // What a finger was refused is read by now; pointing goes on for as long as the mouse rests there.
    if (again && finger.matches && $('tip').classList.contains('bad')) clear();
    else if (again) show(...again);
    else if (!state.measuring) clear();
  });
}

const line = cells => cells.map(([x, y], i) => `${i ? 'L' : 'M'}${x + 0.5} ${y + 0.5}`).join('');

/** tapped: a finger showed it, and a second tap does it. */
export function show(x, y, body = actor(), freely = false, tapped = false) {
  clear();
  again = [x, y, body, freely, tapped];
  const found = offer(x, y, body, freely);
  const note = noteAt(x, y);
  if (!found) { if (note) showTip(x, y, { kind: 'note', text: note }); return null; }
  const from = state.opts.reach[body];
  if (found.way && from) {
    const cells = [[from.x, from.y], ...found.way.map(cell => [cell.x, cell.y])];
    $('way').setAttribute('d', line(cells));
    if (found.to) $('wrong').setAttribute('d', line([cells.at(-1), found.bad, found.to]));
  }
  if (found.kind === 'aim') $('aim').setAttribute('d', line([found.from, [x, y]]));
  showBlast(found);
  if (found.kind === 'act') {
    const tok = token(found.by ?? '') ?? token(body) ?? document.querySelector('.tok.act');
    if (tok) $('aim').setAttribute('d', line([placeOf(tok), [x, y]]));
  }
  if (!['act', 'aim'].includes(found.kind)) {
    const [sx, sy] = found.bad ?? [x, y];
    $('step').setAttribute('cx', sx + 0.5);
    $('step').setAttribute('cy', sy + 0.5);
    $('step').setAttribute('class', found.kind === 'no' ? 'on bad' : 'on');
  }
  showTip(x, y, { ...found, notes: [...(found.notes ?? []), note, tapped && found.kind !== 'no' && 'Tap again to do it'] });
  $('view').classList.toggle('can', found.kind !== 'no');
  return found;
}
/** The words beside a cell. found: {kind, text, notes, wide: cells around it that are to be seen}. */
export function showTip(x, y, found) {
  const tip = $('tip');
  const notes = (found.notes ?? []).filter(Boolean);
  tip.replaceChildren(found.text, ...notes.map(text => Object.assign(document.createElement('small'), { textContent: text })));
  tip.className = found.kind === 'no' ? 'on bad' : 'on';
  const frame = $('view').getBoundingClientRect();
  const plate = $('board').getBoundingClientRect();
  const side = CELL * zoomed();
  const wide = found.wide ?? 0;
  const box = ([cx, cy], more = 0) => ({
    x: plate.left - frame.left + (cx - more) * side, y: plate.top - frame.top + (cy - more) * side, w: (1 + 2 * more) * side, h: (1 + 2 * more) * side,
  });
  const cell = box([x, y], wide);
  const acts = token(actor());
  const seen = [cell, ...(acts ? [box(placeOf(acts))] : []), ...(found.way ?? []).map(step => box([step.x, step.y]))];
  const [w, h] = [tip.offsetWidth, tip.offsetHeight];
  const [right, left, over, under] = [cell.x + cell.w + 6, cell.x - w - 6, cell.y - h - 6, cell.y + cell.h + 6];
  // A finger lies on the cell: then the words stand at the rim that is farther away.
  const rim = finger.matches ? (cell.y > frame.height / 2 ? [[left, 34], [right, 34]] : [[left, frame.height], [right, frame.height]]) : [];
  const at = free([...rim, [right, cell.y - 6], [left, cell.y - 6], [cell.x, under], [cell.x, over]], w, h,
    { w: frame.width, h: frame.height, top: 8, bottom: finger.matches ? 62 : 8 }, seen);
  tip.style.transform = `translate(${at.x}px, ${at.y}px)`;
}
const finger = matchMedia('(pointer: coarse)');

/** The cell whose offer is shown, or null. */
export const shown = () => again && again.slice(0, 2);

export function clear() {
  again = null;
  $('via').hidden = true;
  for (const id of ['way', 'wrong', 'aim']) $(id).removeAttribute('d');
  $('step').setAttribute('class', '');
  showBlast(null);
  $('tip').className = '';
  $('view').classList.remove('can');
}

/** The way that was sent stays to be seen until the body sets off, for as long as others may still hold it. */
function leave(body, found, done) {
  const from = state.opts.reach[body];
  if (!from || !found.way) return;
  const mine = sent = { body, at: `${from.x},${from.y}` };
  const cells = [[from.x, from.y], ...found.way.map(cell => [cell.x, cell.y])];
  $('sent').setAttribute('d', line(cells));
  done.then(went => { if (sent === mine) { mine.answered = true; if (!went) forget(); } });
}
function arrived() {
  const tok = sent && token(sent.body);
  if (sent && (!tok || String(placeOf(tok)) !== sent.at || (sent.answered && !$('timing').firstElementChild))) forget();
}
function forget() {
  sent = null;
  $('sent').removeAttribute('d');
}

/** Does what the cell offers; says what is there when it offers nothing (null), or why not (false). */
export function commit(x, y, body = actor(), freely = false) {
  const found = offer(x, y, body, freely);
  clear();
  complain('');
  if (found?.run) {
    const done = found.run();
    if (done && found.kind === 'move') {
      leave(body, found, done);
      document.dispatchEvent(new CustomEvent('mission:walked'));
    }
    return done;
  }
  // What a player's unit could do is on a GM's page only when asked for: a click there says how all the same.
  const who = !found && !freely && !tokenAt(x, y) && playerOf(body);
  if (who) complain(theirs(who));
  else if (!found?.run && !freely && shut(x, y)) complain(shut(x, y));
  // The words beside the cell went with the press: why nothing came of it stays to be read.
  else if (found?.kind === 'no' && (found.told || !tokenAt(x, y))) {
    complain([found.text, ...(found.notes ?? [])].join('. '));
    say(describe(x, y));
    return false;
  }
  say([describe(x, y), found?.text].filter(Boolean).join('. '));
  return null;
}
