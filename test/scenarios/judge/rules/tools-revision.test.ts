import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const announcing = (revision: string, method = 'tools/list') =>
  traffic().tool({ facts: { tool: { revision, method } } });

testRule('tools-revision', {
  'the revision that is spoken': { traffic: announcing('2025-06-18'), verdict: 'pass' },
  none: { traffic: traffic().tool(), verdict: 'pass' },
  'another revision': {
    traffic: announcing('2024-11-05'),
    verdict: 'fail',
    at: [[1]],
    says: /"2024-11-05"/,
  },
  'another revision that the client requests at the beginning': {
    traffic: announcing('2025-11-25', 'initialize'),
    verdict: 'warn',
    at: [[1]],
  },
  'a client of the booking API': { traffic: traffic().search(), verdict: 'not-observed' },
});
