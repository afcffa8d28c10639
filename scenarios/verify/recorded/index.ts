export { callsOf, type HarCall, receivedBody, sentBody, TrafficFileError } from './har.ts';
export { openTraffic, readExchanges, readTraffic } from './read-recorded.ts';
