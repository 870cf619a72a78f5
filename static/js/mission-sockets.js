// The parts of a turn need no selecting. Pressing one says what it is for, or that it is used and what is left; a click on
// the map that can do nothing says the same.
import { $, state, tokenAt } from './mission-state.js';
import { showBoard } from './mission-camera.js';
import { complain } from './mission-commands.js';
import { say } from './mission-notices.js';

const LIT = 1600;               // so long the actions of a socket stand out, in milliseconds

export function setUpSockets() {
  document.addEventListener('click', event => {
    // A button of the ship panel stands for an action that asks for more: its own row opens.
    const stands = event.target.closest('[data-open]');
    if (stands) {
      const row = $(stands.dataset.open);
      row?.scrollIntoView({ block: 'nearest' });
      row?.querySelector('[data-ask], summary')?.click();
    }
    const deck = event.target.closest('[data-deck]');
    if (deck) otherBoard();
    const socket = event.target.closest('[data-socket]');
    if (!socket) return;
    const words = `${socket.getAttribute('aria-label')}.`;
    if (socket.classList.contains('used')) { complain(`${words} ${left(socket.dataset.unit)}`); return; }
    const group = document.querySelector(`#options [data-unit="${CSS.escape(socket.dataset.unit)}"] .group[data-group="${CSS.escape(socket.dataset.socket)}"]`);
    group?.scrollIntoView({ block: 'start' });
    group?.classList.add('lit');
    setTimeout(() => group?.classList.remove('lit'), LIT);
    say(words);
  });
}
function left(unit) {
  const rest = [...document.querySelectorAll(`#now .socket:not(.used)[data-unit="${CSS.escape(unit)}"]`)];
  return rest.length ? `Left: ${rest.map(each => each.dataset.socket).join(', ')}.` : 'Everything is used.';
}

/** From the wide board to the own deck, or back. */
export function otherBoard() {
  const keys = document.querySelector('[data-deck]')?.dataset.deck.split(' ') ?? [];
  const at = keys.indexOf(state.boards[state.shown]?.key);
  const to = state.boards.findIndex(board => board.key === keys[(at + 1) % keys.length]);
  if (to < 0) { say('There is no other board of yours.'); return; }
  showBoard(to);
  say(`${state.boards[to].name}.`);
}

/** Why a plain click on this cell does nothing for the unit that acts, or empty. */
export function shut(x, y) {
  const why = state.opts.shut?.[state.opts.turn];
  const tok = why && tokenAt(x, y);
  if (!why || tok?.dataset.unit === state.opts.turn) return '';
  if (!tok) return why.cell ?? '';
  return tok.matches('.enemy:not(.down)') ? why.target ?? '' : '';
}
