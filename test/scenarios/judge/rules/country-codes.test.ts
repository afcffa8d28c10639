import { traffic } from './build.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const of = (...countries: string[]) => traffic().search({ request: { countries } });

testRule('country-codes', {
  'countries that exist': passes(of('BR', 'PT')),
  'a country that does not exist': fails([[1]], of('XX'), { says: /"XX"/ }),
  'small letters': fails([[1]], of('br'), { expects: /such as "BR"/ }),
  'three letters': fails([[1]], of('BRA')),
  'a name': fails([[1]], of('Brazil')),
  'calls without a country': notObserved(traffic().list()),
});
