// A thing of the Pack is dragged to where a button of it leads: onto a holder, onto another thing, or onto the map.
import { cellUnder } from './mission-camera.js';
import { $, placeOf, token, tokenAt } from './mission-state.js';
import { complain } from './mission-commands.js';
import { fill, stop, take } from './mission-pack.js';

const FAR = 6;                  // so many pixels are a drag and no press
const EDGE = 40;                // near an edge of the panel a drag scrolls it
let drag = null;                // {li, ghost, over, onto, at, ready: when its buttons are there}

export function setUpPackDrag() {
  if (!$('packs')) return;
  $('packs').addEventListener('pointerdown', grab);
  document.addEventListener('pointermove', move);
  document.addEventListener('pointerup', drop);
  document.addEventListener('pointercancel', let_go);
}

function grab(event) {
  const handle = event.target.closest(event.pointerType === 'mouse' ? '.thing summary' : '.thing .grab');
  if (!handle || event.button || !event.isPrimary) return;
  const li = handle.closest('.thing');
  drag = { li, id: event.pointerId, from: [event.clientX, event.clientY], ghost: null, over: null };
  if (event.pointerType !== 'mouse') event.preventDefault();
}
function move(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const [x, y] = [event.clientX, event.clientY];
  if (!drag.ghost) {
    if (Math.hypot(x - drag.from[0], y - drag.from[1]) < FAR) return;
    drag.ghost = document.createElement('div');
    drag.ghost.id = 'packghost';
    drag.ghost.textContent = drag.li.querySelector('.nm').textContent;
    document.body.append(drag.ghost);
    drag.li.classList.add('held');
    drag.ready = fill(drag.li);
    const held = drag;
    drag.ready.then(() => { if (drag === held) light(held); });
  }
  event.preventDefault();
  drag.ghost.style.transform = `translate(${x + 10}px, ${y + 10}px)`;
  const under = document.elementFromPoint(x, y);
  const holder = under?.closest?.('#packs .holder');
  const over = holder && holders(drag).includes(holder) ? holder : under?.closest?.('#view') ? $('view') : null;
  drag.over?.classList.remove('over');
  drag.over = over;
  drag.onto = under?.closest?.('.thing');
  over?.classList.add('over');
  drag.at = over === $('view') ? [x, y] : null;
  const button = over && way(drag);
  drag.ghost.dataset.price = button ? button.querySelector('em')?.textContent || button.querySelector('.cost').textContent : '';
  if (drag.at) drag.ghost.dataset.price = button ? `${button.dataset.words}: ${drag.ghost.dataset.price || 'free'}` : 'not there';
  drag.ghost.classList.toggle('no', Boolean(over) && (!button || button.getAttribute('aria-disabled') === 'true'));
  scroll(y);
}
/** Marks where the dragged thing may go. */
function light(held) {
  for (const button of buttons(held)) if (button.dataset.to.startsWith('body.')) token(button.dataset.to.slice(5))?.classList.add('gets');
  for (const holder of holders(held)) holder.classList.toggle('can', Boolean(way({ ...held, over: holder, onto: null })));
}
const buttons = held => [...held.li.querySelectorAll('[data-to]')];
const holders = held => [...held.li.closest('[data-pack]').querySelectorAll('.holder')];
/** The button of the dragged thing that leads to where it is: in exchange for what it is over, where that is the way. */
function way(held) {
  const { over: holder, onto } = held;
  const all = buttons(held);
  if (holder === $('view')) return onMap(held, all);
  const to = holder.dataset.to;
  const plain = all.find(button => button.dataset.to === to);
  const swap = onto && all.find(button => button.dataset.to === `${to}/${onto.dataset.thing}`);
  const free = plain && plain.getAttribute('aria-disabled') !== 'true';
  return free && !swap ? plain : swap ?? (free ? plain : all.find(button => button.dataset.to.startsWith(`${to}/`)) ?? plain);
}
/** Where on the map it would go: into the hands of whom it is dropped on, or down where its holder stands. */
function onMap(held, all) {
  const [cell, mine] = [cellUnder(...held.at), token(held.li.closest('[data-pack]').dataset.pack)];
  const tok = cell && tokenAt(...cell);
  if (!cell || !mine) return null;
  const far = cell.map((n, i) => Math.abs(n - placeOf(mine)[i]));
  if (tok && tok !== mine) return all.find(button => button.dataset.to === `body.${tok.dataset.body}`) ?? null;
  return Math.max(...far) <= 1 ? all.find(button => button.dataset.to === 'ground') ?? null : null;
}
function scroll(y) {
  const box = $('tab-pack').querySelector('.scroll');
  const { top, bottom } = box.getBoundingClientRect();
  if (y < top + EDGE) box.scrollBy(0, -12);
  else if (y > bottom - EDGE) box.scrollBy(0, 12);
}
async function drop(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const held = drag;
  let_go();
  if (!held.ghost) return;
  // The press that ends a drag opens nothing.
  window.addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', stop, true));
  await held.ready;
  const button = held.over && held.over.dataset.to !== held.li.dataset.place ? way(held) : null;
  if (button) take(button);
  else if (held.over === $('view')) complain('Drop it beside who carries it, or on somebody of your side who stands there.');
}
function let_go() {
  if (!drag) return;
  drag.ghost?.remove();
  drag.li.classList.remove('held');
  for (const tok of document.querySelectorAll('.tok.gets')) tok.classList.remove('gets');
  for (const holder of document.querySelectorAll('#packs .holder, #view')) holder.classList.remove('over', 'can');
  drag = null;
}
