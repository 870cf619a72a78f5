// The mission view. Everything is drawn by the server; these modules add what a page alone cannot do:
// the camera, pointing and keys, the preview before committing, sending, and the live stream.
import { readPage } from './mission-state.js';
import { listen } from './mission-socket.js';
import { setUpCamera } from './mission-camera.js';
import { setUpPointing } from './mission-pointer.js';
import { setUpKeys } from './mission-keys.js';
import { setUpCommands } from './mission-commands.js';
import { setUpPanels } from './mission-panels.js';
import { setUpRulings } from './mission-gm.js';
import { setUpWalks } from './mission-walk.js';
import { setUpNotices } from './mission-notices.js';

listen();                       // first: the socket may open as soon as htmx has loaded
setUpCommands();
readPage();
setUpPanels();
setUpCamera();
setUpPointing();
setUpKeys();
setUpRulings();
setUpWalks();
setUpNotices();
