export { createFinder, entriesOf, jsonOf, textOf } from './har.ts';
export { TrafficFileError } from './parse-json.ts';
export { openTraffic, readTraffic } from './read-recorded.ts';
