import { toBooking, toConditions } from './build.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const text = 'A tourism fee of 2 % is paid at the property.\nBring a document.';
const offered = () => toConditions({ answer: { moreInformation: text } }).book();
const showing = (moreInformation?: string) => ({
  result: {
    outcome: 'confirmed',
    shownToUser: { ...(moreInformation !== undefined && { moreInformation }) },
  },
});

testRule('more-information-shown', {
  'all of it': passes(offered(), { context: showing(text) }),
  'all of it among other words, in other lines': passes(offered(), {
    context: showing(`Please note: ${text.replace('\n', '  ')} Thank you.`),
  }),
  'only its beginning': fails([[2]], offered(), {
    context: showing('A tourism fee of 2 % is paid at the property.'),
    says: /Bring a document/,
  }),
  'nothing of it': fails([[2]], offered(), { context: showing(), says: /showed the user nothing/ }),
  'conditions without any': notObserved(toBooking(), { context: showing() }),
  'a client that does not say what it showed': notObserved(offered()),
});
