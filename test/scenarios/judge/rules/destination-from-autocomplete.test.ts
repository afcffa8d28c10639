import { traffic } from './build.ts';
import { oneTask } from './tasks.ts';
import { inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

const suggested = (...places: string[]) =>
  traffic().call('autocomplete', { answer: { found: places.length, places } });

testRule('destination-from-autocomplete', {
  'a destination that Autocomplete gave': passes(suggested('1001', '1002').search()),
  'a destination that an airport serves': passes(
    traffic()
      .call('airportDetail', { answer: { places: ['1001'] } })
      .search(),
  ),
  'a destination that Autocomplete did not give': warns([[2]], suggested('2002').search(), {
    says: /"1001", which no earlier Autocomplete/,
  }),
  'a destination of a task without any Autocomplete': warns([[1]], traffic().search(), { context: oneTask }),
  'a destination that may be kept from another run': inconclusive(traffic().search(), { why: /earlier/ }),
  'a suggestion that the journal may have lost': inconclusive(suggested('2002').search(), {
    context: { lostFacts: 3 },
  }),
  'a Search for single hotels': notObserved(
    traffic().call('hotel.search', { request: { start: '2026-12-10' } }),
  ),
  'a transfer from an airport': notObserved(traffic('transfer').search()),
});
