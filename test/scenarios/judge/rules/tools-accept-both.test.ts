import { traffic } from './build.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const accepting = (accept?: string) =>
  traffic().tool({ facts: { tool: { method: 'tools/list', ...(accept !== undefined && { accept }) } } });

testRule('tools-accept-both', {
  'both forms': passes(traffic().tool()),
  'both forms with weights, in another order': passes(accepting('text/event-stream;q=0.5, Application/JSON')),
  'one form': fails([[1]], accepting('application/json'), { says: /without text\/event-stream/ }),
  'any form': fails([[1]], accepting('*/*')),
  'no Accept': fails([[1]], accepting(), { says: /no Accept header/ }),
  'a client of the booking API': notObserved(traffic().search()),
});
