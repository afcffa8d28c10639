export { callsOf, type HarCall, receivedBody, sentBody, TrafficFileError } from './har.ts';
export { openTraffic, readTraffic } from './read-recorded.ts';
