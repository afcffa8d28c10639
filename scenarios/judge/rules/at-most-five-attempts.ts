import { limits } from '#contracts';
import { defineRule, finding, formatTime, warnUnlessOneTask } from '../assess/index.ts';

const max = limits.attempts.value;

export const atMostFiveAttempts = defineRule({
  id: 'at-most-five-attempts',
  level: 'must',
  clauses: ['err.retry'],
  title: 'A correct client gives up a request after the fifth attempt.',
  right: 'The fifth attempt fails, and the client reports the failure.',
  wrong: 'The client sends a sixth attempt.',
  explanation: 'The judge counts the consecutive attempts of each request.',
  cases: traffic => traffic.retries().chains,
  nothing: 'no request failed',
  judgeCase(chain, context) {
    const [first] = chain;
    const sixth = chain[max];
    const last = chain.at(-1);
    if (!first || !last) return 'not applicable';
    if (!sixth) return undefined;
    const [from, to] = formatTime(first.opened.at, last.opened.at);
    const found = finding([first, chain[max - 1], sixth], {
      message: `The client sent ${first.facts.operation} ${chain.length} times from ${from} to ${to}; exchange ${sixth.number} is attempt ${max + 1}. Further attempts only add load to a supplier that fails.`,
      expected: `A correct client gives up after ${max} attempts and reports the failure.`,
    });
    return warnUnlessOneTask(found, context);
  },
});
