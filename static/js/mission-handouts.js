// Handouts: a line for what was just shown, its window, and the GM's switches and form. They go to the campaign's own
// addresses, not through #cmd: they are no commands of the Mission.
import { $, onChange } from './mission-state.js';
import { complain } from './mission-commands.js';

const SEEN = `sortie:handouts:${document.body.dataset.user}:${document.body.dataset.seat}`;
let open = '';                  // the key of the one in the window
let waiting = '';               // key:mark of those that were announced, so that a status is not read out twice

export function setUpHandouts() {
  document.addEventListener('click', event => {
    const read = event.target.closest('[data-read]');
    if (read) show(read.dataset.read);
    if (event.target.closest('[data-later]')) { remember(all().map(name)); refresh(); }
    const to = event.target.closest('[data-hand-to]');
    if (to) turn(to);
  });
  // Opened in the list is read as well.
  $('handouts').parentElement.addEventListener('toggle', event => {
    if (event.target.matches('.handout') && event.target.open) { remember([name(event.target)]); refresh(); }
  }, true);
  const dialog = $('handoutdlg');
  dialog.addEventListener('close', () => { open = ''; });
  $('handform')?.addEventListener('submit', event => {
    if (event.submitter?.value !== 'send') return;
    event.preventDefault();
    make(event.target);
  });
  onChange(refresh);
  refresh();
}

const all = () => [...document.querySelectorAll('#handouts .handout')];
const name = each => `${each.dataset.handout}:${each.dataset.mark}`;
const seen = () => { try { return JSON.parse(localStorage.getItem(SEEN) ?? '[]'); } catch { return []; } };
function remember(names) {
  try { localStorage.setItem(SEEN, JSON.stringify([...new Set([...seen(), ...names])].slice(-500))); } catch { /* full, or not allowed: then it is told again */ }
}

function refresh() {
  follow();
  const box = $('handed');
  if (!box) return;
  const read = new Set(seen());
  const fresh = all().filter(each => !read.has(name(each)));
  const now = fresh.map(name).join(' ');
  if (now === waiting) return;
  waiting = now;
  box.replaceChildren();
  if (!fresh.length) return;
  const title = fresh[0].querySelector('summary b').textContent;
  const more = fresh.length > 1 ? ` (+${fresh.length - 1})` : '';
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'primary', textContent: `${title}${more}` });
  button.dataset.read = fresh[0].dataset.handout;
  const later = Object.assign(document.createElement('button'), { type: 'button', className: 'quiet', textContent: '×' });
  later.dataset.later = '';
  later.setAttribute('aria-label', 'Later: it stays under Goals');
  const by = Object.assign(document.createElement('span'), { textContent: box.dataset.by });
  box.append(by, ' ', button, later);
}

function show(key) {
  const from = all().find(each => each.dataset.handout === key);
  if (!from) return;
  open = key;
  fill(from);
  if (!$('handoutdlg').open) $('handoutdlg').showModal();
  remember([name(from)]);
  refresh();
}
function fill(from) {
  const body = $('handoutdlg').querySelector('.body');
  body.dataset.shown = name(from);
  const title = Object.assign(document.createElement('h2'), { id: 'handoutdlg-h', textContent: from.querySelector('summary b').textContent });
  const rest = [...from.children].filter(each => each.matches('.prose, a')).map(each => each.cloneNode(true));
  body.replaceChildren(title, ...rest);
}

/** What the window shows is what is shown now: changed with it, and gone with it. */
function follow() {
  if (!open) return;
  const from = all().find(each => each.dataset.handout === open);
  if (!from) { $('handoutdlg').querySelector('.body').replaceChildren(); $('handoutdlg').close(); return; }
  if ($('handoutdlg').querySelector('.body').dataset.shown !== name(from)) fill(from);
}

// --- the GM's hands
async function post(address, body) {
  const response = await fetch(address, { method: 'POST', body, headers: { Accept: 'application/json' } }).catch(() => null);
  if (response?.ok) return '';
  const answer = await response?.json().catch(() => null);
  return answer?.error ?? (response ? 'That did not work: reload the page.' : 'Not connected. Nothing was sent.');
}
async function turn(button) {
  const body = new FormData();
  body.set('csrfmiddlewaretoken', $('cmd').elements.csrfmiddlewaretoken.value);
  body.set('do', button.getAttribute('aria-pressed') === 'true' ? 'hide' : 'show');
  body.set('to', button.dataset.handTo);
  const wrong = await post(button.dataset.at, body);
  if (wrong) complain(wrong);
}
async function make(form) {
  const button = form.querySelector('[value=send]');
  if (button.disabled) return;
  button.disabled = true;
  const wrong = await post(form.dataset.at, new FormData(form));
  button.disabled = false;
  form.querySelector('.hinders').textContent = wrong;
  if (wrong) return;
  form.reset();
  $('handdlg').close();
}
