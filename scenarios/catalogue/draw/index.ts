// Draws other tasks for the scenarios. This module also runs in a browser.
export { canDraw, type Draw, type Drawing, drawScenario, loadDrawing } from './draw-scenario.ts';
export { placementsOf, placesIn } from './places.ts';
