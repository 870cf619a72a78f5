// The peer: a small tactics game on boardgame.io, 50 units on 30x30 cells. Environment: PORT, STORAGE (memory or
// flatfile), FOLDER (of the files), DELTA (1: patches instead of the whole state).
const { Server, FlatFile } = require('boardgame.io/server');

const UNITS = 50, WIDE = 30;

const game = {
  name: 'tactics',
  disableUndo: true,   // else it keeps whole copies of the state
  deltaState: process.env.DELTA === '1',
  setup: () => {
    const units = {};
    for (let i = 0; i < UNITS; i++)
      units[i] = { id: i, name: 'Unit ' + i, side: i % 2, x: i % WIDE, y: (i / WIDE) | 0, hp: 10, ap: 2, facing: 0, status: [] };
    const terrain = Array.from({ length: WIDE }, (_, y) => Array.from({ length: WIDE }, (_, x) => (x * 7 + y * 13) % 4));
    return { units, terrain };
  },
  turn: { activePlayers: { all: 'play' }, stages: { play: {} } },
  moves: {
    step: ({ G }, key, x, y) => {
      const unit = G.units[key];
      if (!unit || x < 0 || y < 0 || x >= WIDE || y >= WIDE) return 'INVALID_MOVE';
      unit.x = x; unit.y = y; unit.ap = unit.ap === 2 ? 1 : 2;
    },
  },
};

const options = { games: [game], origins: [/127\.0\.0\.1/] };
if (process.env.STORAGE === 'flatfile') options.db = new FlatFile({ dir: process.env.FOLDER, logging: false });
Server(options).run({ port: { port: +process.env.PORT, host: '127.0.0.1' } }, () => {});
