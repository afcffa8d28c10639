// Draws other tasks for the scenarios. This module also runs in a browser.
export { type Draw, drawScenario } from './draw-scenario.ts';
