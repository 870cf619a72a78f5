// The Pack panel. Every move is a button with its whole command, fetched when its thing is opened or dragged
// (mission-pack-drag.js); here several moves are put together under Search Inventory, and the GM gives and changes things.
import { $, onChange, state } from './mission-state.js';
import { complain, press, send } from './mission-commands.js';
import { openTab } from './mission-panels.js';
import { onRuling } from './mission-menu.js';
import { say } from './mission-notices.js';

const AGAIN = 60;               // how often, and how many times, a moved thing is looked for, in milliseconds
const TIMES = 40;
let searching = '';             // the body whose Pack is being searched
let staged = [];                // {moves, words}
let theirs = '';                // whose Packs are of the turn
const filled = new WeakMap();   // list of moves -> the HTML that it shows
let subject = null;             // what the GM's form is about

export function setUpPack() {
  if (!$('packs')) return;
  window.addEventListener('click', clicked, true);      // before the page's own pressing
  $('packs').addEventListener('toggle', ({ target }) => { if (target.open && target.name === 'thing') fill(target.closest('.thing')); }, true);
  $('packstage').addEventListener('click', event => {
    if (event.target.closest('[data-packdo]')) doAll();
    if (event.target.closest('[data-packready]')) readyAll();
    if (event.target.closest('[data-packundo]')) forget();
    const gone = event.target.closest('[data-unstage]');
    if (gone) { staged.splice(+gone.dataset.unstage, 1); draw(); }
  });
  $('packform')?.addEventListener('submit', given);
  onRuling('gear', what => showPack(what.body));
  onRuling('thing', what => form({ at: what.cell.slice(1), board: what.cell[0], name: what.name }));
  onChange(refresh);
  refresh();
}

export function showPack(body) {
  openTab('pack');
  const card = body && document.querySelector(`[data-pack="${CSS.escape(body)}"]`);
  if (!card) return;
  card.open = true;
  card.scrollIntoView({ block: 'nearest' });
  card.querySelector('summary').focus();
}

function refresh() {
  $('packnone').hidden = Boolean($('packs').firstElementChild);
  if (searching && !$('packs').querySelector(`[data-search="${CSS.escape(searching)}"]`)) forget();
  for (const button of $('packs').querySelectorAll('[data-search]')) {
    button.setAttribute('aria-checked', button.dataset.search === searching);
  }
  const now = Object.keys(state.opts.packs ?? {});
  if (String(now) !== theirs) {
    theirs = String(now);
    for (const body of now) document.querySelector(`[data-pack="${CSS.escape(body)}"]`)?.setAttribute('open', '');
  }
  for (const open of $('packs').querySelectorAll('details[name=thing][open]')) fill(open.closest('.thing'));
  draw();
}

/** Shows where a thing may go now. */
export async function fill(li) {
  const { thing, place } = li.dataset;
  const { pack } = li.closest('[data-pack]').dataset;
  const answer = await fetch(`moves/?${new URLSearchParams({ body: pack, place, thing })}`).catch(() => null);
  const list = li.querySelector('.moves');
  if (!answer?.ok) { if (!answer) complain('Not connected.'); return; }
  const html = await answer.text();
  if (filled.get(list) === html && list.firstElementChild) return;
  filled.set(list, html);
  const to = list.contains(document.activeElement) && document.activeElement.dataset.to;
  list.replaceChildren(...new DOMParser().parseFromString(html, 'text/html').body.children);
  if (to) (list.querySelector(`[data-to="${CSS.escape(to)}"]`) ?? li.querySelector('summary')).focus();
}

// --- pressing ------------------------------------------------------------------------------------------
function clicked(event) {
  const open = event.target.closest?.('#options [data-do=open]');
  if (open) { stop(event); showPack(document.querySelector(`[data-pack][data-unit="${CSS.escape(open.dataset.unit)}"]`)?.dataset.pack); return; }
  const search = event.target.closest?.('button[data-search]');
  if (search) { stop(event); toggle(search.dataset.search); return; }
  const give = event.target.closest?.('[data-give]');
  if (give) { form({ body: give.dataset.give, name: give.dataset.name }); return; }
  const change = event.target.closest?.('[data-change]');
  if (change) { form({ body: change.dataset.body, thing: change.dataset.change, ...change.dataset }); return; }
  const button = event.target.closest?.('#packs .moves [data-to]');
  if (button) { stop(event); take(button); }
}
export function stop(event) { event.preventDefault(); event.stopImmediatePropagation(); }

/** A move was chosen: put to the others while the Pack is searched, else done, or why it cannot be. */
export function take(button) {
  const pack = button.closest('[data-pack]').dataset.pack;
  const thing = button.closest('[data-thing]');
  if (searching === pack && !button.dataset.moves) {
    complain('Handing something over is an action of its own: do it before or after the search.');
  } else if (searching === pack) {
    const name = thing.querySelector('.nm').textContent;
    const moves = JSON.parse(button.dataset.moves);
    staged = staged.filter(one => !one.moves.some(a => moves.some(b => a.item === b.item && a.from === b.from)));
    staged.push({ moves, words: `${name}: ${button.dataset.words}` });
    say(`${name} to ${button.dataset.words}. ${staged.length} together.`);
    draw();
  } else if (button.getAttribute('aria-disabled') === 'true') {
    complain(`${button.dataset.words}: ${button.querySelector('em')?.textContent ?? 'not now'}.`);
  } else {
    const { thing: key, place } = thing.dataset;
    press(button)?.then(done => done && follow(pack, key, place, TIMES));
  }
}

/** An update makes a thing that was moved anew, elsewhere: the focus goes with it, unless it is wanted elsewhere. */
function follow(pack, key, place, times) {
  const moved = document.querySelector(`[data-pack="${CSS.escape(pack)}"] [data-thing="${CSS.escape(key)}"]:not([data-place="${CSS.escape(place)}"]) summary`);
  const here = document.activeElement;
  // The map has it where what was pressed is gone (mission-keep.js).
  if (here !== document.body && here !== $('view') && !$('packs').contains(here)) return;
  if (moved) moved.focus();
  else if (times) setTimeout(() => follow(pack, key, place, times - 1), AGAIN);
}

function toggle(body) {
  searching = searching === body ? '' : body;
  staged = [];
  if (searching) say('Choose what goes where; nothing is paid before you press Do all this.');
  refresh();
}
function forget() { searching = ''; staged = []; refresh(); }

function draw() {
  const box = $('packstage');
  box.hidden = !searching;
  if (!searching) return;
  const search = $('packs').querySelector(`[data-search="${CSS.escape(searching)}"]`);
  box.querySelector('.cost').textContent = search?.dataset.price ?? '';
  for (const button of box.querySelectorAll('[data-packdo], [data-packready]')) button.disabled = !staged.length;
  box.querySelector('[data-packready]').hidden = !ready();
  box.querySelector('ol').replaceChildren(...staged.map((one, i) => {
    const row = document.createElement('li');
    const gone = document.createElement('button');
    gone.type = 'button';
    gone.dataset.unstage = i;
    gone.textContent = '×';
    gone.setAttribute('aria-label', `Leave out: ${one.words}`);
    row.append(one.words, gone);
    return row;
  }));
}

const doAll = () => together('stow', { how: 'search_inventory' }, state.opts.packs[searching] ?? '');
async function together(what, how, basis = '') {
  const { unit } = document.querySelector(`[data-pack="${CSS.escape(searching)}"]`).dataset;
  const args = { unit, body: searching, ...how, moves: staged.flatMap(one => one.moves) };
  if (await send({ do: what, basis, args })) forget();
}

/** Whether the unit whose Pack is searched may prepare something now. */
function ready() {
  const unit = document.querySelector(`[data-pack="${CSS.escape(searching)}"]`)?.dataset.unit ?? '';
  return document.querySelector(`#options [data-do=prepare][data-unit="${CSS.escape(unit)}"]:not([aria-disabled=true])`);
}
/** Sets all of it aside as one Prepared Action. */
const readyAll = () => together('prepare', { action: 'stow' });

// --- the GM --------------------------------------------------------------------------------------------
function form(about) {
  subject = about;
  const box = $('packform');
  const items = JSON.parse($('packkit').dataset.items);
  if ($('pk-item').options.length !== items.length) {
    $('pk-item').replaceChildren(...items.map(([key, label]) => new Option(label, key)));
  }
  const changing = Boolean(about.thing);
  $('packdlg-h').textContent = changing ? `Change ${about.name}` : `Give: ${about.name}`;
  for (const one of box.querySelectorAll('[data-only]')) one.hidden = one.dataset.only === 'give' ? changing : !about.at;
  box.elements.to.closest('.field').hidden = changing || Boolean(about.at);
  box.elements.count.value = changing ? about.count : 1;
  box.elements.name.value = '';
  box.elements.text.value = changing ? about.text ?? '' : '';
  box.elements.hidden.checked = false;
  $('packdlg').showModal();
}
function given(event) {
  if (!event.submitter?.value) return;
  const { thing: item, to, count, name, text, hidden, secret } = event.target.elements;
  const args = subject.at ? { at: subject.at, board: subject.board } : { body: subject.body };
  if (secret.checked) args.secret = true;
  const more = { ...(name.value.trim() && { name: name.value.trim() }), ...(text.value && { text: text.value }) };
  if (subject.thing) args.change = { thing: subject.thing, ...(count.value !== subject.count && { count: +count.value }), ...more };
  else args.give = { item: item.value, count: +count.value, ...(subject.at ? hidden.checked && { hidden: true } : { to: to.value }), ...more };
  send({ do: 'hand_out', basis: '', args });
}
