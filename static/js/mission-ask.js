// An option that needs more than a press: it leads to the map, or opens a window with its fields, which stays open until the
// server has taken what it holds.
import { $, actor, reachOf, state } from './mission-state.js';
import { complain, send } from './mission-commands.js';
import { startAiming } from './mission-aim.js';
import { made, misread, values } from './mission-fields.js';
import { startMarch } from './mission-march.js';
import { startTaking } from './mission-panels.js';
import { say } from './mission-notices.js';

let asked = null;               // what the window is open for: {sent: while the answer is awaited}
/** What an option asks for that needs more than a press: a cell of the map, or fields in a window. */
export function ask(option) {
  const fields = JSON.parse(option.dataset.ask);
  if (option.dataset.do === 'talk') { $('talk-text').focus(); return; }
  if (option.dataset.do === 'march') { startMarch(JSON.parse(option.dataset.go)); return; }
  if (['place', 'wish'].includes(option.dataset.do)) { startTaking(JSON.parse(option.dataset.go).args.body); return; }
  if (startAiming(option)) return;
  if (!fields.length) {
    $('view').focus();
    const n = reachOf(actor()).size;
    say(n ? `${n} cells can be reached. Choose one on the map, or type it.` : 'Choose a cell on the map.');
    return;
  }
  const dialog = $('askdlg');
  dialog.querySelector('h2').textContent = option.querySelector('.nm').firstChild.textContent.trim();
  // Of several that could, whoever was chosen on the map does it.
  const whom = field => (field.name === 'body' ? { ...field, value: actor() ?? field.value } : field);
  dialog.querySelector('.fieldset').replaceChildren(...fields.map(field => made(whom(field))));
  const asks = option.dataset.do === 'improvise' && state.opts.role !== 'gm';
  dialog.querySelector('button.primary').textContent = asks ? 'Ask the GM' : 'Do it';
  const wrong = dialog.querySelector('.hinders');
  wrong.textContent = '';
  dialog.oninput = () => { wrong.textContent = ''; };
  const row = option.closest('.opt')?.id;
  const mine = asked = {};
  // Open until the answer is there: what was refused is said where it was typed, and nothing of it is lost.
  dialog.firstElementChild.onsubmit = async event => {
    if (event.submitter?.value === 'cancel') return;
    event.preventDefault();
    if (mine.sent) return;
    wrong.textContent = misread(dialog);
    if (wrong.textContent) return;
    // What is offered under that name now: others may have acted since the window was opened.
    const now = $(row)?.querySelector('[data-ask]') ?? option;
    const order = JSON.parse(now.dataset.go);
    Object.assign(order.args, values(dialog));
    if (order.args.target === '') delete order.args.target;     // done to nobody
    mine.sent = true;
    complain('');
    const done = await send(order);
    mine.sent = false;
    if (asked !== mine) return;         // another window by now: the line at the foot has said it
    if (done) dialog.close();
    else wrong.textContent = $('err').textContent || 'Nothing was done.';
  };
  dialog.returnValue = '';
  dialog.showModal();
}
