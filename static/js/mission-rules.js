// The little "i" beside an action, a status or a number: its rule in a window, from the page of all rules. Its words
// are also what an action says when it is pointed at: they are the same for all and always, so no update brings them.
import { $, onChange } from './mission-state.js';
import { complain } from './mission-commands.js';

export function setUpRules() {
  document.addEventListener('click', event => {
    const link = event.target.closest('a[href*="#"]');
    const name = link && nameOf(link);
    if (!name || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    open(name);
  }, true);
  for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, pointed);
  onChange(() => words.clear());        // a GM may have adopted other rules
}
/** `action:move`, or nothing where the link leads elsewhere, as that to the whole page does. */
const nameOf = link => ((link.target === 'rules' && !link.matches('.whole')) || link.closest('.rule')
  ? decodeURIComponent(link.hash.slice(1)) : '');

const LINGER = 120;             // so long one must point at an action before its rule is asked for, in milliseconds
const words = new Map();        // name -> what its rule says
let timer = 0;

function pointed(event) {
  const option = event.target.closest?.('.opt');
  const link = option?.querySelector(':scope > a.info');
  if (!link) return;
  clearTimeout(timer);
  timer = setTimeout(() => tell(option, nameOf(link)), LINGER);
}
/** Adds what the rule says to what the option says of here and now. */
async function tell(option, name) {
  if (!words.has(name)) words.set(name, (await entryOf(name))?.querySelector(':scope > p')?.textContent ?? '');
  const place = option.querySelector(':scope > button, :scope > details') ?? option;
  const said = words.get(name);
  if (said && !place.title.includes(said)) place.title = `${place.title} ${said}`.trim();
}

/** An entry of the rules, or null; `missed` hears the answer that had none. */
async function entryOf(name, missed = () => {}) {
  const response = await fetch(`${document.body.dataset.rules}${encodeURIComponent(name)}/`).catch(() => null);
  if (!response?.ok) { missed(response); return null; }
  return new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('.rule');
}

async function open(name) {
  const entry = await entryOf(name, response => complain(response ? 'These rules say nothing about it.' : 'Not connected.'));
  if (!entry) return;
  entry.removeAttribute('id');
  $('ruledlg').querySelector('.body').replaceChildren(entry);
  $('ruledlg').querySelector('a.whole').href = `${document.body.dataset.rules}#${name}`;
  if (!$('ruledlg').open) $('ruledlg').showModal();
}
