export { callsOf, type HarCall, TrafficFileError } from './har.ts';
export { openTraffic, readTraffic } from './read-recorded.ts';
