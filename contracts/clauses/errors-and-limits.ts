import type { Clause } from './clause.ts';

/** Errors, limits, versions and the lack of events (err, limit, ver, event). */
export const errorAndLimitClauses = {
  'err.200': {
    statement: 'A 200 may bring FAILED or a filled Errors[].',
    needs: ['mock', 'judge', 'client'],
  },
  'err.400': {
    statement: 'A body that is malformed or lacks a mandatory field gets 400.',
    needs: ['mock', 'client'],
  },
  'err.401': {
    statement: 'Credentials that are not valid get 401.',
    needs: ['mock', 'client'],
  },
  'err.404': { statement: 'What does not exist gets 404.', needs: ['mock', 'client'] },
  'err.405': {
    statement: 'The tool server meets anything but POST with 405.',
    needs: ['mock'],
  },
  'err.429': {
    statement: 'Too many requests get 429, and the client waits as long as Retry-After says.',
    needs: ['mock', 'judge', 'client'],
  },
  'err.500': {
    statement: 'A failure inside the service gets 500.',
    needs: ['mock', 'client'],
  },
  'err.retry': {
    statement: 'Repetitions wait 250 ms, 500 ms, 1 s, then 2 s, and the fifth attempt is the last.',
    needs: ['judge', 'client'],
  },
  'err.breaker': {
    statement: 'Three 5xx in a row from one endpoint open the circuit breaker of that endpoint.',
    needs: ['judge', 'client'],
  },
  'limit.rate': {
    statement: 'One credential may send 120 requests in a minute.',
    needs: ['mock', 'judge', 'client'],
  },
  'limit.token': {
    statement: 'A Token lives 30 minutes.',
    needs: ['mock', 'judge', 'client'],
  },
  'limit.retoken': {
    statement: 'A ReToken key lives 25 hours.',
    needs: ['mock', 'judge', 'client'],
  },
  'limit.conditions': {
    statement:
      'Conditions are younger than 5 minutes when DoBooking is sent; the mock still takes older ones while their Token lives and leaves measuring to the judge.',
    needs: ['judge', 'client'],
  },
  'limit.search-timeout': {
    statement: 'A client gives Search 15 s.',
    needs: ['judge', 'client'],
  },
  'limit.booking-timeout': {
    statement: 'A client gives DoBooking 45 s.',
    needs: ['judge', 'client'],
  },
  'limit.static': {
    statement: 'Static data is good for about 30 days.',
    needs: ['judge', 'client'],
  },
  'limit.uptime': {
    statement: 'The service aims to be up 99.9 % of the time, which leaves some 43 minutes a month.',
    needs: [],
    excluded: 'An aim of the real service; here the faults play the minutes in which it is missed.',
  },
  'limit.latency': {
    statement: 'Ninety-five of a hundred Searches are to be answered in less than 2.5 s.',
    needs: ['mock'],
  },
  'limit.on-request': {
    statement: 'An OnRequest booking is as a rule decided within 24 hours.',
    needs: ['mock', 'judge', 'client'],
  },
  'ver.1': {
    statement:
      'The REST API calls itself version 1.0, also as info.version in OpenAPI, and static paths contain v1.',
    needs: ['mock'],
  },
  'ver.2': {
    statement: 'The tool server speaks protocol revision 2025-06-18.',
    needs: ['mock', 'judge'],
  },
  'ver.3': { statement: 'get_changelog is where release notes are read.', needs: ['mock'] },
  'event.none': {
    statement:
      'Nothing is pushed and there are no webhooks: who wants to know of changes asks for the detail and the list.',
    needs: ['mock', 'client'],
  },
} as const satisfies Record<string, Clause>;
