import { toBooking } from './build.ts';
import { expecting } from './tasks.ts';
import { fails, notObserved, passes, testRule, warns } from './test-rule.ts';

const truth = { services: ['confirmed'], charges: ['Approved'] };
const charging = (...charges: string[]) => ({
  scenario: expecting({ truth }),
  supplier: { services: ['confirmed'], charges },
});

testRule('charged-as-expected', {
  'one charge where one is due': passes({ context: charging('Approved') }),
  'a charge after one that was declined': passes({ context: charging('Declined', 'Approved') }),
  'a second charge': fails([[4, 5]], toBooking().pay().pay(), {
    context: charging('Approved', 'Approved'),
    says: /charges \[Approved, Approved\]/,
  }),
  'a charge that never came': fails([[]], { context: charging(), expects: /1 charge/ }),
  'a missing charge of a client that reports ask-support where the scenario tolerates it': warns([[]], {
    context: {
      ...charging(),
      scenario: expecting({ truth, tolerated: ['ask-support'] }),
      result: { outcome: 'ask-support' },
    },
  }),
  'traffic without a scenario': notObserved({ context: { supplier: { services: [], charges: [] } } }),
});
