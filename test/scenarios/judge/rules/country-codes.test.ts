import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const of = (...countries: string[]) => traffic().search({ request: { countries } });

testRule('country-codes', {
  'countries that exist': { traffic: of('BR', 'PT'), verdict: 'pass' },
  'a country that does not exist': { traffic: of('XX'), verdict: 'fail', at: [[1]], says: /"XX"/ },
  'small letters': { traffic: of('br'), verdict: 'fail', at: [[1]], expects: /such as "BR"/ },
  'three letters': { traffic: of('BRA'), verdict: 'fail', at: [[1]] },
  'a name': { traffic: of('Brazil'), verdict: 'fail', at: [[1]] },
  'calls without a country': { traffic: traffic().list(), verdict: 'not-observed' },
});
