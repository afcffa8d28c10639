import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const accepting = (accept?: string) =>
  traffic().tool({ facts: { tool: { method: 'tools/list', ...(accept !== undefined && { accept }) } } });

testRule('tools-accept-both', {
  'both forms': { traffic: traffic().tool(), verdict: 'pass' },
  'both forms with weights, in another order': {
    traffic: accepting('text/event-stream;q=0.5, Application/JSON'),
    verdict: 'pass',
  },
  'one form': {
    traffic: accepting('application/json'),
    verdict: 'fail',
    at: [[1]],
    says: /without text\/event-stream/,
  },
  'any form': { traffic: accepting('*/*'), verdict: 'fail', at: [[1]] },
  'no Accept': { traffic: accepting(), verdict: 'fail', at: [[1]], says: /no Accept header/ },
  'a client of the booking API': { traffic: traffic().search(), verdict: 'not-observed' },
});
