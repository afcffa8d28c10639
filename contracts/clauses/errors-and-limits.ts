import type { Clause } from './clause.ts';

export const errorAndLimitClauses = {
  'err.200': {
    statement: 'An answer with status 200 may contain FAILED, or entries in Errors[].',
    needs: ['mock', 'judge', 'client'],
  },
  'err.400': {
    statement: 'The service answers 400 to a body that is malformed or lacks a mandatory field.',
    needs: ['mock', 'client'],
  },
  'err.401': {
    statement: 'The service answers 401 to invalid credentials.',
    needs: ['mock', 'client'],
  },
  'err.404': {
    statement: 'The service answers 404 if the requested object does not exist.',
    needs: ['mock', 'client'],
  },
  'err.405': {
    statement: 'The tool server answers every method but POST with 405.',
    needs: ['mock'],
  },
  'err.429': {
    statement:
      'The service answers 429 to too many requests, and the client waits as long as Retry-After says.',
    needs: ['mock', 'judge', 'client'],
  },
  'err.500': {
    statement: 'The service answers 500 to an internal failure.',
    needs: ['mock', 'client'],
  },
  'err.retry': {
    statement: 'Retries wait 250 ms, 500 ms, 1 s and then 2 s. The fifth attempt is the last.',
    needs: ['judge', 'client'],
  },
  'err.breaker': {
    statement:
      'After three 5xx in a row from one endpoint, the client opens the circuit breaker of that endpoint.',
    needs: ['judge', 'client'],
  },
  'limit.rate': {
    statement: 'One credential may send 120 requests in a minute.',
    needs: ['mock', 'judge', 'client'],
  },
  'limit.token': {
    statement: 'A Token is valid for 30 minutes.',
    needs: ['mock', 'judge', 'client'],
  },
  'limit.retoken': {
    statement: 'A ReToken key is valid for 25 hours.',
    needs: ['mock', 'judge', 'client'],
  },
  'limit.conditions': {
    statement:
      'Conditions are less than 5 minutes old when the client sends DoBooking. The stand-in accepts older conditions while their Token is valid, and the judge measures the age of the conditions.',
    needs: ['judge', 'client'],
  },
  'limit.search-timeout': {
    statement: 'A client waits 15 s for the answer to a Search.',
    needs: ['judge', 'client'],
  },
  'limit.booking-timeout': {
    statement: 'A client waits 45 s for the answer to a DoBooking.',
    needs: ['judge', 'client'],
  },
  'limit.static': {
    statement: 'Static data stays valid for about 30 days.',
    needs: ['judge', 'client'],
  },
  'limit.uptime': {
    statement: 'The service aims at an uptime of 99.9 %, which leaves about 43 minutes of downtime a month.',
    needs: [],
    excluded: 'The uptime is a goal of the real service. In the stand-in, faults replace downtime.',
  },
  'limit.latency': {
    statement: 'The service should answer 95 % of Searches in less than 2.5 s.',
    needs: ['mock'],
  },
  'limit.on-request': {
    statement: 'An OnRequest booking is usually decided within 24 hours.',
    needs: ['mock', 'judge', 'client'],
  },
  'ver.1': {
    statement: 'The REST API and its OpenAPI document have version 1.0. Paths of static data contain v1.',
    needs: ['mock'],
  },
  'ver.2': {
    statement: 'The tool server uses protocol revision 2025-06-18.',
    needs: ['mock', 'judge'],
  },
  'ver.3': { statement: 'get_changelog is the place for release notes.', needs: ['mock'] },
  'event.none': {
    statement:
      'The service sends no events and has no webhooks. A client polls GetBookingDetail and GetBookingList to notice changes.',
    needs: ['mock', 'client'],
  },
} as const satisfies Record<string, Clause>;
