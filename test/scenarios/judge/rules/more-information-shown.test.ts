import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const text = 'A tourism fee of 2 % is paid at the property.\nBring a document.';
const offered = () =>
  traffic()
    .search()
    .conditions({ answer: { moreInformation: text } })
    .book();
const showing = (moreInformation?: string) => ({
  result: {
    outcome: 'confirmed',
    shownToUser: { ...(moreInformation !== undefined && { moreInformation }) },
  },
});

testRule('more-information-shown', {
  'all of it': { traffic: offered(), context: showing(text), verdict: 'pass' },
  'all of it among other words, in other lines': {
    traffic: offered(),
    context: showing(`Please note: ${text.replace('\n', '  ')} Thank you.`),
    verdict: 'pass',
  },
  'only its beginning': {
    traffic: offered(),
    context: showing('A tourism fee of 2 % is paid at the property.'),
    verdict: 'fail',
    at: [[2]],
    says: /Bring a document/,
  },
  'nothing of it': {
    traffic: offered(),
    context: showing(),
    verdict: 'fail',
    at: [[2]],
    says: /showed the user nothing/,
  },
  'conditions without any': {
    traffic: traffic().search().conditions().book(),
    context: showing(),
    verdict: 'not-observed',
  },
  'a client that does not say what it showed': { traffic: offered(), verdict: 'not-observed' },
});
