// What an entry says, while one writes it: the form is sent for a look after each change, and what comes back takes the
// place of the words and odds. The fields themselves are exchanged only where others are needed. Without this script
// the button of the words does the same.
const form = document.getElementById('entry');
let asked = 0;

async function look(first) {
  const mine = ++asked;
  const data = new FormData(form);
  data.set('do', 'look');
  let page;
  try {
    const answer = await fetch(location.href, { method: 'POST', body: data, credentials: 'same-origin' });
    if (!answer.ok) return;
    page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  } catch { return; }
  if (mine !== asked || !page.getElementById('said')) return;
  const at = document.activeElement?.id;
  document.getElementById('said').replaceWith(page.getElementById('said'));
  if (!first) errors(page);
  else {
    const open = [...document.querySelectorAll('#fields details[open] summary')].map(each => each.textContent);
    document.getElementById('fields').replaceWith(page.getElementById('fields'));
    for (const each of document.querySelectorAll('#fields details summary')) if (open.includes(each.textContent)) each.parentElement.open = true;
  }
  const same = at && document.getElementById(at);
  if (same && same !== document.activeElement) same.focus({ preventScroll: true });
}

// What is wrong with a field stands at it, and goes when it is put right.
function errors(page) {
  for (const field of document.querySelectorAll('#fields .field')) {
    const control = field.querySelector('[id]');
    const fresh = control && page.getElementById(control.id)?.closest('.field');
    if (!fresh || control.closest('.field') !== field) continue;
    const before = [...field.children].find(each => each.matches('.errorlist'));
    const after = [...fresh.children].find(each => each.matches('.errorlist'));
    field.classList.toggle('wrong', Boolean(after));
    if (before && after) before.replaceWith(after);
    else if (before) before.remove();
    else if (after) field.append(after);
  }
}

document.addEventListener('change', event => {
  if (event.target.form !== form) return;
  const rows = event.target.closest('.steprow');
  look('first' in event.target.dataset || (rows && rows.querySelector('input, select, textarea') === event.target));
});
document.addEventListener('click', event => {
  const button = event.target.closest?.('#said button[value=look]');
  if (!button) return;
  event.preventDefault();
  look(false).then(() => document.querySelector('#said button[value=look]')?.focus({ preventScroll: true }));
});
