import { traffic } from './build.ts';
import { fails, notObserved, passes, testRule, warns } from './test-rule.ts';

const announcing = (revision: string, method = 'tools/list') =>
  traffic().tool({ facts: { tool: { revision, method } } });

testRule('tools-revision', {
  'the revision that is spoken': passes(announcing('2025-06-18')),
  none: passes(traffic().tool()),
  'another revision': fails([[1]], announcing('2024-11-05'), { says: /"2024-11-05"/ }),
  'another revision in initialize': warns([[1]], announcing('2025-11-25', 'initialize')),
  'a client of the booking API': notObserved(traffic().search()),
});
