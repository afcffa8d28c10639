import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const hotel = (managerId?: string) =>
  traffic().call('hotelDetail', { request: { item: '1', ...(managerId !== undefined && { managerId }) } });

testRule('manager-id-sent', {
  'a whole number': { traffic: hotel('1'), verdict: 'pass' },
  'no managerId': {
    traffic: hotel(),
    verdict: 'fail',
    at: [[1]],
    says: /hotelDetail \(exchange \d+\) without managerId/,
  },
  'a word': { traffic: hotel('one'), verdict: 'fail', at: [[1]], says: /"one"/ },
  'traffic without static data': { traffic: traffic().search(), verdict: 'not-observed' },
});
