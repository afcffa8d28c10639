import type { Scenario } from '#contracts/scenario';
import { knownHotel, looks } from './parts.ts';
import { scenario } from './scenario.ts';

const twoSearches = { 'hotel.search': 2, 'hotel.doBooking': 1 };
const nothing = { services: [] };
const refused = { outcome: 'error', ...nothing } as const;
/** Returns faults that change two answer bodies: the answer to the first Search, and the answer to the first look-up. */
const bodies = (how: string): string[] => [
  `hotel.search:body=${how},times=1,per=item`,
  `getBookingDetail:body=${how},times=1,per=item`,
];

/** Scenarios with rate limits, errors, and unusual answers that real suppliers send. */
export const wire: readonly Scenario[] = [
  scenario({
    id: 'rate-limited-seconds',
    title: 'The Search answers 429 with Retry-After in seconds.',
    clauses: ['err.429'],
    rules: ['retry-after-respected'],
    faults: ['hotel.search:status=429,retryAfter=30,times=1,per=item'],
    requests: twoSearches,
  }),
  scenario({
    id: 'rate-limited-date',
    title: 'The Search answers 429 with Retry-After as a date.',
    clauses: ['err.429'],
    rules: ['retry-after-respected'],
    faults: ['hotel.search:status=429,retryAfter=30,retryAfterForm=date,times=1,per=item'],
    requests: twoSearches,
  }),
  scenario({
    id: 'rate-limited-booking',
    title: 'DoBooking answers 429, and books the room when the client repeats the request.',
    clauses: ['err.429', 'flow.3'],
    rules: ['retry-after-respected', 'idempotency-key-per-booking', 'booked-as-expected'],
    faults: ['hotel.doBooking:status=429,retryAfter=20,times=1'],
    requests: { 'hotel.doBooking': 2 },
  }),
  scenario({
    id: 'rate-limit-real',
    title: 'The task needs 150 look-ups at once, but the supplier accepts only 120 calls per minute.',
    clauses: ['limit.rate'],
    rules: ['rate-limit-kept'],
    steps: [{ do: 'lookups', count: 150 }],
    outcome: 'done',
    ...nothing,
    requests: { getBooking: 150 },
  }),
  scenario({
    id: 'server-error-once',
    title: 'The Search fails with 500 once, and then succeeds.',
    clauses: ['err.500', 'err.retry'],
    rules: ['backoff-schedule', 'at-most-five-attempts'],
    faults: ['hotel.search:status=500,times=1,per=item'],
    requests: twoSearches,
  }),
  scenario({
    id: 'server-error-twice',
    title: 'The Search fails with 500 twice, and then succeeds.',
    clauses: ['err.500', 'err.retry'],
    rules: ['backoff-schedule', 'at-most-five-attempts'],
    faults: ['hotel.search:status=500,times=2,per=item'],
    requests: { 'hotel.search': 3, 'hotel.doBooking': 1 },
  }),
  scenario({
    id: 'server-error-persistent',
    title: 'The Search always fails with 500.',
    clauses: ['err.500', 'err.retry', 'err.breaker'],
    rules: ['backoff-schedule', 'at-most-five-attempts', 'breaker-opens'],
    faults: ['hotel.search:status=500'],
    ...refused,
    requests: { 'hotel.search': 3 },
  }),
  scenario({
    id: 'server-error-recovers',
    title:
      'Three polls of a Pending booking fail with 500; the next poll is the trial call of the circuit breaker.',
    clauses: ['err.500', 'err.breaker', 'poll.pending'],
    rules: ['breaker-opens', 'backoff-schedule', 'ambiguous-status-polled'],
    faults: [
      'hotel.doBooking:timeline=pending;confirmed@PT5M',
      { match: { operations: [...looks], times: 3, per: 'item' }, effect: { kind: 'status', status: 500 } },
    ],
    requests: { getBookingDetail: 4, 'hotel.doBooking': 1 },
    trigger: 'Pending, polls fail three times',
  }),
  scenario({
    id: 'bad-gateway-html',
    title: 'A gateway in front of the supplier answers 502 with an HTML page.',
    clauses: ['err.500', 'err.retry'],
    rules: ['backoff-schedule', 'conditions-before-booking'],
    faults: ['hotel.search:status=502,times=1,per=item', 'getBookingDetail:status=502,times=1,per=item'],
    requests: twoSearches,
  }),
  ...[
    ['xml-error', 'xml', 'The supplier answers with an error in XML instead of JSON.'],
    ['truncated-json', 'truncated', 'The supplier sends JSON that is cut off in the middle.'],
    ['empty-body', 'empty', 'The supplier answers 200 without a body.'],
    ['gzip', 'cut-gzip', 'The supplier compresses answers with gzip, and some answers are cut off.'],
  ].map(([id = '', how = '', title = '']) =>
    scenario({
      id,
      title,
      clauses: ['svc.5', 'err.retry'],
      rules: ['conditions-before-booking', 'booked-as-expected'],
      faults: bodies(how),
      requests: { ...twoSearches, getBookingDetail: 2 },
    }),
  ),
  ...[
    ['wrong-content-type', 'wrong-content-type', 'The supplier sends JSON with the Content-Type of HTML.'],
    ['byte-order-mark', 'byte-order-mark', 'The supplier sends a byte-order mark before the JSON.'],
    ['slow-drip', 'slow-drip', 'The supplier sends a body slowly, over ten seconds.'],
  ].map(([id = '', how = '', title = '']) =>
    scenario({
      id,
      title,
      clauses: ['svc.5'],
      rules: ['conditions-before-booking', 'booked-as-expected'],
      faults: bodies(how),
      requests: { 'hotel.doBooking': 1 },
    }),
  ),
  scenario({
    id: 'search-slow',
    title: 'The Search takes twelve seconds.',
    clauses: ['limit.search-timeout', 'limit.latency'],
    rules: ['conditions-before-booking'],
    faults: ['hotel.search:delay=PT12S,times=1,per=item'],
    requests: { 'hotel.search': 1, 'hotel.doBooking': 1 },
  }),
  scenario({
    id: 'search-timeout',
    title: 'The first Search gets no answer; the second Search succeeds.',
    clauses: ['limit.search-timeout'],
    rules: ['waits-for-search'],
    faults: ['hotel.search:hang,times=1,per=item'],
    requests: twoSearches,
  }),
  scenario({
    id: 'credentials-invalid',
    title: 'The supplier refuses the credential with 401 from the first Search.',
    clauses: ['auth.1', 'err.401'],
    rules: ['client-errors-not-retried', 'credential-in-body'],
    faults: ['hotel.search:credential'],
    ...refused,
    requests: { 'hotel.search': 1 },
  }),
  scenario({
    id: 'credentials-revoked',
    title: 'The supplier accepts the credential at first, and refuses it with 401 from DoBooking on.',
    clauses: ['auth.1', 'err.401'],
    rules: ['client-errors-not-retried', 'credential-in-body'],
    faults: ['hotel.doBooking:credential'],
    ...refused,
    requests: { 'hotel.doBooking': 1 },
    trigger: 'Credential revoked at the booking',
  }),
  scenario({
    id: 'bad-request',
    title: 'The supplier refuses the Search with 400 and names the wrong fields.',
    clauses: ['err.400'],
    rules: ['client-errors-not-retried'],
    faults: ['hotel.search:status=400'],
    ...refused,
    requests: { 'hotel.search': 1 },
  }),
  scenario({
    id: 'static-data-kept',
    title: 'The client needs data of one airport and hotel twice in one day, and again after 31 days.',
    clauses: ['ep.static-refresh', 'limit.static', 'auth.4'],
    rules: ['static-data-cached', 'manager-id-sent'],
    clocks: ['auto', 'scaled'],
    steps: [
      { do: 'static', airport: 'GIG', hotelId: knownHotel, times: 2 },
      { do: 'static', airport: 'GIG', hotelId: knownHotel, after: 'P31D' },
    ],
    outcome: 'done',
    ...nothing,
    requests: { airportDetail: 2, hotelDetail: 2 },
  }),
  scenario({
    id: 'tools-documentation-only',
    title: 'The task calls every tool of the tool server, which returns documentation and no inventory.',
    clauses: ['svc.8', 'tool.transport', 'tool.headers', 'tool.methods', 'ver.2'],
    rules: ['tools-accept-both', 'tools-post-only'],
    steps: [{ do: 'tools' }],
    outcome: 'done',
    ...nothing,
  }),
];
