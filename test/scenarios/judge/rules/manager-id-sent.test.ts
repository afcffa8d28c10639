import { traffic } from './build.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const hotel = (managerId?: string) =>
  traffic().call('hotelDetail', { request: { item: '1', ...(managerId !== undefined && { managerId }) } });

testRule('manager-id-sent', {
  'a whole number': passes(hotel('1')),
  'no managerId': fails([[1]], hotel(), { says: /hotelDetail \(exchange \d+\) without managerId/ }),
  'a word': fails([[1]], hotel('one'), { says: /"one"/ }),
  'traffic without static data': notObserved(traffic().search()),
});
