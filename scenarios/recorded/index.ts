export { createFinder, entriesOf, jsonOf, textOf } from './har.ts';
export { openTraffic, readTraffic } from './read-recorded.ts';
export { TrafficFileError } from './shallow.ts';
