export { callsOf, type HarCall, receivedBody, sentBody } from './har.ts';
export { openTraffic, readExchanges, readTraffic } from './read-recorded.ts';
