export { createFinder, entriesOf, jsonOf, TrafficFileError, textOf } from './har.ts';
export { openTraffic, readTraffic } from './read-recorded.ts';
