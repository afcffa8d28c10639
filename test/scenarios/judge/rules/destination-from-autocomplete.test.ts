import { traffic } from './build.ts';
import { oneTask } from './tasks.ts';
import { testRule } from './test-rule.ts';

const suggested = (...places: string[]) =>
  traffic().call('autocomplete', { answer: { found: places.length, places } });

testRule('destination-from-autocomplete', {
  'a destination that Autocomplete gave': { traffic: suggested('1001', '1002').search(), verdict: 'pass' },
  'a destination that an airport serves': {
    traffic: traffic()
      .call('airportDetail', { answer: { places: ['1001'] } })
      .search(),
    verdict: 'pass',
  },
  'a destination that Autocomplete did not give': {
    traffic: suggested('2002').search(),
    verdict: 'warn',
    at: [[2]],
    says: /"1001", which no earlier Autocomplete/,
  },
  'a destination of a task without any Autocomplete': {
    traffic: traffic().search(),
    context: oneTask,
    verdict: 'warn',
    at: [[1]],
  },
  'a destination that may be kept from another run': {
    traffic: traffic().search(),
    verdict: 'inconclusive',
    why: /earlier/,
  },
  'a suggestion that the journal may have lost': {
    traffic: suggested('2002').search(),
    context: { lostFacts: 3 },
    verdict: 'inconclusive',
  },
  'a Search for single hotels': {
    traffic: traffic().call('hotel.search', { request: { start: '2026-12-10' } }),
    verdict: 'not-observed',
  },
  'a transfer from an airport': { traffic: traffic('transfer').search(), verdict: 'not-observed' },
});
