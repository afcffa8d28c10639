import { limits } from '#contracts';
import { defineRule, finding, formatTime, ifOneTask } from '../assess/index.ts';

const most = limits.attempts.value;

/** There is an end to sending the same again. */
export const atMostFiveAttempts = defineRule({
  id: 'at-most-five-attempts',
  level: 'must',
  clauses: ['err.retry'],
  title: 'Ends after the fifth attempt.',
  right: 'The fifth attempt fails, and the client gives up.',
  wrong: 'A sixth attempt.',
  explanation: 'attempts of one request in a row',
  cases: traffic => traffic.retries().chains,
  nothing: 'nothing failed',
  judgeCase(chain, context) {
    const [first] = chain;
    const sixth = chain[most];
    const last = chain.at(-1);
    if (!first || !last) return 'not applicable';
    if (!sixth) return undefined;
    const [from, to] = formatTime(first.opened.at, last.opened.at);
    const found = finding([first, chain[most - 1], sixth], {
      message: `${first.facts.operation} was sent ${chain.length} times from ${from} to ${to}; exchange ${sixth.number} is attempt ${most + 1}.`,
      expected: `At most ${most} attempts.`,
    });
    return ifOneTask(found, context);
  },
});
