// The little "i" beside an action, a status or a number: its rule in a window, from the page of all rules.
import { $ } from './mission-state.js';
import { complain } from './mission-commands.js';

export function setUpRules() {
  document.addEventListener('click', event => {
    const link = event.target.closest('[data-help]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    open(link.dataset.help);
  }, true);
}

async function open(name) {
  const address = document.body.dataset.rules;
  const response = await fetch(`${address}${encodeURIComponent(name)}/`).catch(() => null);
  if (!response?.ok) { complain(response ? 'These rules say nothing about it.' : 'Not connected.'); return; }
  const entry = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('.rule');
  entry.removeAttribute('id');
  $('ruledlg').querySelector('.body').replaceChildren(entry);
  $('ruledlg').querySelector('a.whole').href = `${address}#${name}`;
  if (!$('ruledlg').open) $('ruledlg').showModal();
}
