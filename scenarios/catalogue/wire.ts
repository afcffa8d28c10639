import type { Scenario } from '#contracts/scenario';
import { knownHotel, looks } from './parts.ts';
import { scenario, scenarioWith } from './scenario.ts';

const twoSearches = { 'hotel.search': 2 };
/** Returns faults that change two answer bodies: the answer to the first Search, and the answer to the first look-up. */
const bodies = (how: string): string[] => [
  `hotel.search:body=${how},times=1,per=item`,
  `getBookingDetail:body=${how},times=1,per=item`,
];

const retried = scenarioWith({
  tags: ['time', 'wire'],
  clauses: ['err.500', 'err.retry'],
  rules: ['backoff-schedule', 'at-most-five-attempts'],
  requests: twoSearches,
});

const rateLimited = scenarioWith({
  tags: ['time', 'wire'],
  clauses: ['err.429'],
  rules: ['retry-after-respected'],
  requests: twoSearches,
});

const refusal = scenarioWith({
  tags: ['wire'],
  clauses: ['auth.1', 'err.401'],
  rules: ['client-errors-not-retried', 'credential-in-body'],
  outcome: 'error',
  requests: { 'hotel.search': 1 },
});

export const wire: readonly Scenario[] = [
  scenario('certificate-untrusted', {
    title: 'The certificate of the supplier is signed by a CA that the client does not trust.',
    tags: ['wire'],
    clauses: ['auth.5'],
    rules: ['booked-as-expected'],
    certificate: 'untrusted',
    outcome: 'error',
    requests: { 'hotel.search': 0 },
  }),
  rateLimited('rate-limited-seconds', {
    title: 'The Search answers 429 with Retry-After in seconds.',
    faults: ['hotel.search:status=429,retryAfter=30,times=1,per=item'],
  }),
  rateLimited('rate-limited-date', {
    title: 'The Search answers 429 with Retry-After as a date.',
    faults: ['hotel.search:status=429,retryAfter=30,retryAfterForm=date,times=1,per=item'],
  }),
  scenario('rate-limited-booking', {
    title: 'DoBooking answers 429, and books the room when the client repeats the request.',
    tags: ['money', 'time', 'wire'],
    clauses: ['err.429', 'flow.3'],
    rules: ['retry-after-respected', 'idempotency-key-per-booking', 'booked-as-expected'],
    faults: ['hotel.doBooking:status=429,retryAfter=20,times=1'],
    requests: { 'hotel.doBooking': 2 },
  }),
  scenario('rate-limit-real', {
    title: 'The task needs 150 look-ups at once, but the supplier accepts only 120 calls per minute.',
    tags: ['time', 'wire'],
    clauses: ['limit.rate'],
    rules: ['rate-limit-kept'],
    // A limit that counts from one full minute to the next allows more than 120 calls here.
    start: '2026-11-20T10:00:40Z',
    steps: [{ do: 'lookups', count: 150 }],
    requests: { getBooking: 150 },
  }),
  retried('server-error-once', {
    title: 'The Search fails with 500 once, and then succeeds.',
    faults: ['hotel.search:status=500,times=1,per=item'],
  }),
  retried('server-error-twice', {
    title: 'The Search fails with 500 twice, and then succeeds.',
    faults: ['hotel.search:status=500,times=2,per=item'],
    requests: { 'hotel.search': 3 },
  }),
  scenario('server-error-persistent', {
    title: 'The Search always fails with 500.',
    tags: ['time', 'wire'],
    clauses: ['err.500', 'err.retry', 'err.breaker'],
    rules: ['backoff-schedule', 'at-most-five-attempts', 'breaker-opens'],
    faults: ['hotel.search:status=500'],
    outcome: 'error',
    requests: { 'hotel.search': 3 },
  }),
  scenario('server-error-recovers', {
    title:
      'Three polls of a Pending booking fail with 500; the next poll is the trial call of the circuit breaker.',
    tags: ['time', 'polling', 'wire'],
    clauses: ['err.500', 'err.breaker', 'poll.pending'],
    rules: ['breaker-opens', 'backoff-schedule', 'ambiguous-status-polled'],
    faults: [
      'hotel.doBooking:timeline=pending;confirmed@PT5M',
      { match: { operations: [...looks], times: 3, per: 'item' }, effect: { kind: 'status', status: 500 } },
    ],
    requests: { getBookingDetail: 4 },
    trigger: 'Pending, polls fail three times',
  }),
  retried('bad-gateway-html', {
    title: 'A gateway in front of the supplier answers 502 with an HTML page.',
    tags: ['time', 'tokens', 'wire'],
    rules: ['backoff-schedule', 'conditions-before-booking'],
    faults: ['hotel.search:status=502,times=1,per=item', 'getBookingDetail:status=502,times=1,per=item'],
  }),
  ...[
    ['xml-error', 'xml', 'The supplier answers with an error in XML instead of JSON.'],
    ['truncated-json', 'truncated', 'The supplier sends JSON that is cut off in the middle.'],
    ['empty-body', 'empty', 'The supplier answers 200 without a body.'],
    ['gzip', 'cut-gzip', 'The supplier compresses answers with gzip, and some answers are cut off.'],
  ].map(([id = '', how = '', title = '']) =>
    scenario(id, {
      title,
      tags: ['tokens', 'wire'],
      clauses: ['svc.5', 'err.retry'],
      rules: ['conditions-before-booking', 'booked-as-expected'],
      faults: bodies(how),
      requests: { ...twoSearches, getBookingDetail: 2 },
    }),
  ),
  ...[
    ['wrong-content-type', 'The supplier sends JSON with the Content-Type of HTML.'],
    ['byte-order-mark', 'The supplier sends a byte-order mark before the JSON.'],
    ['slow-drip', 'The supplier sends a body slowly, over ten seconds.'],
  ].map(([id = '', title = '']) =>
    scenario(id, {
      title,
      tags: id === 'slow-drip' ? ['time', 'tokens', 'wire'] : ['tokens', 'wire'],
      clauses: ['svc.5'],
      rules: ['conditions-before-booking', 'booked-as-expected'],
      faults: bodies(id),
    }),
  ),
  scenario('search-slow', {
    title: 'The Search takes twelve seconds.',
    tags: ['time', 'tokens', 'wire'],
    clauses: ['limit.search-timeout', 'limit.latency'],
    rules: ['conditions-before-booking'],
    faults: ['hotel.search:delay=PT12S,times=1,per=item'],
    requests: { 'hotel.search': 1 },
  }),
  retried('search-timeout', {
    title: 'The first Search gets no answer; the second Search succeeds.',
    clauses: ['limit.search-timeout'],
    rules: ['waits-for-search'],
    faults: ['hotel.search:hang,times=1,per=item'],
  }),
  refusal('credentials-invalid', {
    title: 'The supplier refuses the credential with 401 from the first Search.',
    faults: ['hotel.search:credential'],
  }),
  refusal('credentials-revoked', {
    title: 'The supplier accepts the credential at first, and refuses it with 401 from DoBooking on.',
    faults: ['hotel.doBooking:credential'],
    requests: { 'hotel.doBooking': 1 },
    trigger: 'Credential revoked at the booking',
  }),
  refusal('bad-request', {
    title: 'The supplier refuses the Search with 400 and names the wrong fields.',
    clauses: ['err.400'],
    rules: ['client-errors-not-retried'],
    faults: ['hotel.search:status=400'],
  }),
  scenario('static-data-kept', {
    title: 'The client needs data of one airport and hotel twice in one day, and again after 31 days.',
    tags: ['time'],
    clauses: ['ep.static-refresh', 'limit.static', 'auth.4'],
    rules: ['static-data-cached', 'manager-id-sent'],
    clocks: ['auto', 'scaled'],
    steps: [
      { do: 'static', airport: 'GIG', hotelId: knownHotel },
      { do: 'static', airport: 'GIG', hotelId: knownHotel, after: 'PT5H' },
      { do: 'static', airport: 'GIG', hotelId: knownHotel, after: 'P31D' },
    ],
    requests: { airportDetail: 2, hotelDetail: 2 },
  }),
  scenario('tools-documentation-only', {
    title: 'The task calls every tool of the tool server, which returns documentation and no inventory.',
    tags: ['wire'],
    clauses: ['svc.8', 'tool.transport', 'tool.headers', 'tool.methods', 'ver.2'],
    rules: ['tools-accept-both', 'tools-post-only', 'credential-in-body'],
    steps: [{ do: 'tools' }],
  }),
];
