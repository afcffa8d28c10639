import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const by = (method: string, accept = 'application/json') =>
  traffic().tool({ status: 405, facts: { method, tool: { accept } } });

testRule('tools-post-only', {
  POST: { traffic: traffic().tool(), verdict: 'pass' },
  DELETE: { traffic: by('DELETE'), verdict: 'fail', at: [[1]], says: /with DELETE/ },
  GET: { traffic: by('GET'), verdict: 'fail', at: [[1]] },
  'a GET for the optional stream of the protocol': {
    traffic: by('GET', 'text/event-stream'),
    verdict: 'warn',
    at: [[1]],
  },
  'a client of the booking API': { traffic: traffic().search(), verdict: 'not-observed' },
});
