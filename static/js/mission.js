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
import { setUpCards } from './mission-cards.js';
import { setUpLog } from './mission-log.js';
import { setUpLooking } from './mission-look.js';
import { setUpMeasuring } from './mission-measure.js';
import { setUpPreview } from './mission-preview.js';
import { setUpReach } from './mission-reach.js';
import { setUpTurn } from './mission-turn.js';
import { setUpDoors } from './mission-doors.js';
import { setUpFields } from './mission-fields.js';
import { setUpFog } from './mission-fog.js';
import { setUpGround } from './mission-ground.js';
import { setUpAim } from './mission-aim.js';
import { setUpHint } from './mission-hint.js';
import { setUpNearest } from './mission-nearest.js';
import { setUpNotices } from './mission-notices.js';
import { setUpTable } from './mission-table.js';
import { setUpPings } from './mission-ping.js';
import { setUpAhead } from './mission-ahead.js';
import { setUpMarch } from './mission-march.js';
import { setUpRules } from './mission-rules.js';
import { setUpVia } from './mission-via.js';
import { setUpPick } from './mission-pick.js';
import { setUpPack } from './mission-pack.js';
import { setUpPackDrag } from './mission-pack-drag.js';
import { setUpTiming } from './mission-timing.js';
import { setUpCellNotes } from './mission-cellnotes.js';
import { setUpHandouts } from './mission-handouts.js';
import { setUpSockets } from './mission-sockets.js';
import { setUpFacing } from './mission-facing.js';
import { setUpScreen } from './mission-screen.js';

listen();                       // first: the socket may open as soon as htmx has loaded
setUpCommands();
readPage();
setUpReach();
setUpPreview();
setUpPanels();
setUpFields();
setUpHint();
setUpAim();
setUpCamera();
setUpPick();                    // before pointing: a cell that is asked for takes the click
setUpFog();                     // before pointing: while the GM paints, the map's own hands rest
setUpGround();
setUpDoors();
setUpAhead();                   // before pointing: a way that is being laid takes the click
setUpMarch();                   // before pointing too: a planned group move comes before single cells
setUpFacing();                  // before pointing: a wedge is turned, not walked with
setUpPointing();
setUpKeys();
setUpRulings();
setUpWalks();
setUpCards();
setUpLog();
setUpLooking();
setUpMeasuring();
setUpNearest();
setUpTurn();
setUpNotices();
setUpTable();
setUpPings();
setUpRules();
setUpVia();
setUpPack();
setUpPackDrag();
setUpTiming();
setUpCellNotes();
setUpHandouts();
setUpSockets();
setUpScreen();
