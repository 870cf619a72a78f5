// Showing what a cell offers, and doing it. Draws only into #ghost and #tip, which the server never touches.
import { $, CELL, actor, describe, onChange, placeOf, state, token, tokenAt } from './mission-state.js';
import { zoomed } from './mission-camera.js';
import { showBlast } from './mission-aim.js';
import { complain } from './mission-commands.js';
import { offer, theirs, whose } from './mission-offer.js';
import { say } from './mission-notices.js';

let again = null;               // what is shown: an update leaves it there, worked out anew from what is true now

export function setUpPreview() {
  document.addEventListener('mission:aiming', () => { if (again) show(...again); });
  onChange(() => { if (again) show(...again); else clear(); });
}

const line = cells => cells.map(([x, y], i) => `${i ? 'L' : 'M'}${x + 0.5} ${y + 0.5}`).join('');

export function show(x, y, body = actor(), freely = false) {
  clear();
  again = [x, y, body, freely];
  const found = offer(x, y, body, freely);
  if (!found) return null;
  const from = state.opts.reach[body];
  if (found.way && from) {
    const cells = [[from.x, from.y], ...found.way.map(cell => [cell.x, cell.y])];
    $('way').setAttribute('d', line(cells));
    if (found.to) $('wrong').setAttribute('d', line([cells.at(-1), found.bad, found.to]));
  }
  if (found.kind === 'aim') $('aim').setAttribute('d', line([found.from, [x, y]]));
  showBlast(found);
  if (found.kind === 'act') {
    const tok = token(body) ?? document.querySelector('.tok.act');
    if (tok) $('aim').setAttribute('d', line([placeOf(tok), [x, y]]));
  }
  if (!['act', 'aim'].includes(found.kind)) {
    const [sx, sy] = found.bad ?? [x, y];
    $('step').setAttribute('cx', sx + 0.5);
    $('step').setAttribute('cy', sy + 0.5);
    $('step').setAttribute('class', found.kind === 'no' ? 'on bad' : 'on');
  }
  showTip(x, y, found);
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
  const left = plate.left - frame.left + (x + 1 + wide) * side + 6;
  const top = plate.top - frame.top + y * side - 6;
  const width = tip.offsetWidth;
  const place = left + width > frame.width - 8 ? left - (1 + 2 * wide) * side - width - 12 : left;
  tip.style.transform = `translate(${Math.max(8, Math.min(place, frame.width - width - 8))}px, ${Math.max(8, Math.min(top, frame.height - tip.offsetHeight - 8))}px)`;
}

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

/** Does what the cell offers; says what is there when it offers nothing. */
export function commit(x, y, body = actor(), freely = false) {
  const found = offer(x, y, body, freely);
  clear();
  if (found?.run) {
    const done = found.run();
    if (done && found.kind === 'move') document.dispatchEvent(new CustomEvent('mission:walked'));
    return done;
  }
  // What a player's unit could do is on a GM's page only when asked for: a click there says how all the same.
  const who = !found && !freely && !tokenAt(x, y) && whose(body);
  if (who) complain(theirs(who));
  say([describe(x, y), found?.text].filter(Boolean).join('. '));
  return null;
}
