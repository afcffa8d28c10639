import { traffic } from './build.ts';
import { fails, notObserved, passes, testRule, warns } from './test-rule.ts';

const by = (method: string, accept = 'application/json') =>
  traffic().tool({ status: 405, facts: { method, tool: { accept } } });

testRule('tools-post-only', {
  POST: passes(traffic().tool()),
  DELETE: fails([[1]], by('DELETE'), { says: /with DELETE/ }),
  GET: fails([[1]], by('GET')),
  'a GET for the optional stream of the protocol': warns([[1]], by('GET', 'text/event-stream')),
  'a client of the booking API': notObserved(traffic().search()),
});
