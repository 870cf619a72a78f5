// What a cell offers to the one who acts, before anything is sent: the way with its price, the chance at a target
// with its terms, a place to stand, or the first cell that cannot be entered and why.
import { $, actor, board, cellName, coverAt, coverBetween, groundAt, idleTarget, inside, leaves, letterAt, priceOf, reachOf, state, targetButton, theirs, token, tokenAt, wayTo, whose } from './mission-state.js';
import { aimAt } from './mission-aim.js';
import { complain, movePath, press, send } from './mission-commands.js';
import { say } from './mission-notices.js';
import { shut } from './mission-sockets.js';

/** {kind: move | act | aim | place, text, run} or {kind: no, text} or null when there is nothing to say. What a
 *  player who is here plays, a GM only looks at: then `run` says how. */
export function offer(x, y, body = actor(), freely = false) {
  const found = offered(x, y, body, freely);
  const who = found?.run && found.kind !== 'place' && playerOf(body);
  if (!who) return found;
  return { ...found, notes: [`${who} plays this unit`, ...(found.notes ?? [])], run: () => { complain(theirs(who)); return false; } };
}
/** For a GM the name of the player who is here and plays this body, or without one the unit whose turn it is. */
export const playerOf = body => whose(state.opts.reach[body]?.unit ?? token(body)?.dataset.unit ?? state.opts.turn);

function offered(x, y, body, freely) {
  if (!inside(x, y)) return null;
  if (state.aiming) return aimAt(x, y);
  const tok = tokenAt(x, y);
  if (state.taking || freely) return placing(x, y, state.taking || body, tok, freely);
  const button = tok && targetButton(tok.dataset.body);
  if (button) {
    const text = [button.dataset.label, button.dataset.chance].filter(Boolean).join(' · ');
    return { kind: 'act', text, notes: stakes(button), tok, by: button.dataset.by, run: () => press(button) };
  }
  if (tok && idleTarget(tok.dataset.body)) return unarmed(tok);
  const stand = !tok && state.opts.phase === 'placement' && standing(x, y);
  if (stand) return stand;
  const way = body && wayTo(body, x, y);
  if (way) {
    const reach = state.opts.reach[body];
    const end = way.at(-1);
    const notes = [end.legs > 1 ? `${end.legs} Moves` : '', reach.after[end.legs] ?? '', coverAt(x, y)];
    return { kind: 'move', text: `${cellName(x, y)} · ${priceOf(body, end)}`, notes, way, run: () => movePath(body, way) };
  }
  // At whom nobody can strike now: why not, rather than that somebody stands there.
  const why = tok && !state.opts.reach[body]?.ordered && shut(x, y);
  if (why) return { kind: 'no', told: true, text: why };
  return body && state.opts.reach[body] ? reason(x, y, body) : null;
}
/** What a click does not do by itself is done by choosing it first; so the click says that it does nothing. */
function unarmed(tok) {
  const name = tok.getAttribute('aria-label').split(',')[0];
  return { kind: 'no', told: true, text: `no attack on ${name} now`, notes: ['For anything else choose the action first; “Not now” says why.'] };
}
/** Before round 1 a click on a cell of the zone places whoever's turn it is, else it is a wish: of the one body that has
 *  none yet, or of the only one. */
function standing(x, y) {
  if (state.opts.role === 'gm' || !inZone(x, y)) return null;
  const all = ['place', 'wish'].map(what => [...document.querySelectorAll(`#options [data-do=${what}]`)]);
  const wished = state.opts.wishes.map(([body]) => body);
  const bodyOf = button => JSON.parse(button.dataset.go).args.body;
  const button = all[0][0] ?? all[1].find(one => !wished.includes(bodyOf(one))) ?? (all[1].length === 1 ? all[1][0] : null);
  if (!button) return null;
  const found = placing(x, y, bodyOf(button), null, false);
  const name = state.opts.unplaced.find(([key]) => key === bodyOf(button))?.[1] ?? '';
  return { ...found, text: `${name}: ${found.text}` };
}
/** What is at stake: the effect, the terms as far as they are known, the price and what stays. */
function stakes(button) {
  const option = button.closest('details[name=act]');
  const sums = [...button.parentElement.querySelectorAll('.terms .sum')].map(sumText);
  const price = [option?.querySelector(':scope > summary .cost')?.textContent, leaves(option)];
  return [button.querySelector('.effect')?.textContent, ...sums, price.filter(Boolean).join(' · ')];
}
/** Without the marks of house values, which the fold of the terms shows. */
const unmarked = node => [...node.childNodes].filter(part => !part.matches?.('.house')).map(part => part.textContent).join('').trim();
const sumText = sum => [
  unmarked(sum.querySelector('.what')), ':',
  ...[...sum.querySelectorAll('.term:not(.off)')].map(term => ` ${unmarked(term)}`),
  sum.querySelector(':scope > i') ? ` ${sum.querySelector(':scope > i').textContent}` : '',
].join('');

function placing(x, y, body, tok, freely) {
  const role = state.opts.role;
  if (tok && tok.dataset.body !== body) return { kind: 'no', text: `${cellName(x, y)} is taken` };
  if (role !== 'gm' && !state.opts.anywhere && !inZone(x, y)) return { kind: 'no', text: 'outside your zone' };
  const at = [x, y];
  const key = board().key;
  const offered = placeOption(body);
  const wish = offered?.do === 'wish';
  return {
    kind: 'place',
    text: `${wish ? 'wish for' : freely ? 'put on' : 'place on'} ${cellName(x, y)}`,
    run: () => {
      state.taking = '';
      const order = offered ?? { do: 'place', basis: '', args: { body, ...(inSecret() ? { secret: true } : {}) } };
      document.dispatchEvent(new CustomEvent('mission:taking'));
      return send({ ...order, args: { ...order.args, at, board: key } }).then(done => {
        if (wish && done) say(`Wished for ${cellName(x, y)}.`);
        return done;
      });
    },
  };
}
/** Whether a GM does the next in secret; asked once. */
export function inSecret() {
  const box = $('secret-roll');
  const ticked = Boolean(box?.checked);
  if (ticked) box.checked = false;
  return ticked;
}
/** The offer to place this body, or to wish for a cell, if there is one. */
function placeOption(body) {
  for (const button of document.querySelectorAll('#options :is([data-do=place], [data-do=wish])')) {
    const order = JSON.parse(button.dataset.go);
    if (order.args.body === body) return order;
  }
  return null;
}
const inZone = (x, y) => state.opts.zones.some(([key, cells]) => key === board().key
  && cells.some((n, i) => i % 2 === 0 && n === x && cells[i + 1] === y));

/** The first cell on the straight way that the body cannot enter, and why; with the way as far as it leads. */
function reason(x, y, body) {
  const reach = reachOf(body);
  const from = state.opts.reach[body];
  if (x === from.x && y === from.y) return null;
  const last = nearest(reach, x, y) ?? { x: from.x, y: from.y, cost: 0 };
  const way = reach.size ? wayTo(body, last.x, last.y) : [];
  const [bx, by] = [last.x + Math.sign(x - last.x), last.y + Math.sign(y - last.y)];
  return { kind: 'no', text: why(bx, by, last, reach), way: way ?? [], bad: [bx, by], to: [x, y] };
}
function why(x, y, last, reach) {
  const there = cellName(x, y);
  const tok = tokenAt(x, y);
  if (tok) return `${tok.getAttribute('aria-label').split(',')[0]} stands on ${there}`;
  if (letterAt(x, y) === '?') return `${there} was never seen`;
  const cover = coverBetween(last, { x, y });
  if (cover.includes('full cover')) return `${cover}: it bars the way to ${there}`;
  const all = [...reach.values()];
  const dearest = Math.max(0, ...all.map(cell => cell.cost));
  if (all.length && last.cost >= dearest) return `out of reach: ${there}, ${groundAt(x, y)}`;
  const open = all.some(cell => letterAt(cell.x, cell.y) === letterAt(x, y));
  return open ? `a wall or a door bars the way to ${there}` : `${there} cannot be entered: ${groundAt(x, y)}`;
}
function nearest(reach, x, y) {
  let best = null;
  for (const cell of reach.values()) {
    const far = Math.hypot(cell.x - x, cell.y - y) * 100 + cell.cost;
    if (!best || far < best.far) best = { far, cell };
  }
  return best?.cell;
}
