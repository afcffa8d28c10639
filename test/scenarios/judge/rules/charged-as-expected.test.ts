import { traffic } from './build.ts';
import { expecting } from './tasks.ts';
import { testRule } from './test-rule.ts';

const truth = { services: ['confirmed'], charges: ['Approved'] };
const charging = (...charges: string[]) => ({
  scenario: expecting({ truth }),
  supplier: { services: ['confirmed'], charges },
});

testRule('charged-as-expected', {
  'one charge where one is due': { context: charging('Approved'), verdict: 'pass' },
  'a charge after one that was declined': { context: charging('Declined', 'Approved'), verdict: 'pass' },
  'a second charge': {
    traffic: traffic().search().conditions().book().pay().pay(),
    context: charging('Approved', 'Approved'),
    verdict: 'fail',
    at: [[4, 5]],
    says: /charges \[Approved, Approved\]/,
  },
  'a charge that never came': { context: charging(), verdict: 'fail', at: [[]], expects: /1 charge/ },
  'a missing charge of a client that reports ask-support where the scenario tolerates it': {
    context: {
      ...charging(),
      scenario: expecting({ truth, tolerated: ['ask-support'] }),
      result: { outcome: 'ask-support' },
    },
    verdict: 'warn',
    at: [[]],
  },
  'traffic without a scenario': {
    context: { supplier: { services: [], charges: [] } },
    verdict: 'not-observed',
  },
});
