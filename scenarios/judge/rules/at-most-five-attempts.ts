import { limits } from '#contracts';
import type { Chain } from '../traffic/retries.ts';
import type { JudgeContext } from './context.ts';
import { type Finding, finding, ifOneTask, noCase, overEach } from './opinion.ts';
import { defineRule } from './rule.ts';
import { tell } from './time.ts';

const most = limits.attempts.value;

/** There is an end to sending the same again. */
export const atMostFiveAttempts = defineRule({
  id: 'at-most-five-attempts',
  level: 'must',
  clauses: ['err.retry'],
  title: 'Ends after the fifth attempt.',
  judge: (traffic, context) =>
    overEach(traffic.retries().chains, chain => judgeChain(chain, context), 'nothing failed'),
});

function judgeChain(chain: Chain, context: JudgeContext): Finding | typeof noCase | undefined {
  const [first] = chain;
  const sixth = chain[most];
  const last = chain.at(-1);
  if (!first || !last) return noCase;
  if (!sixth) return undefined;
  const [from, to] = tell(first.opened.at, last.opened.at);
  const found = finding([first, chain[most - 1], sixth], {
    message: `${first.facts.operation} was sent ${chain.length} times from ${from} to ${to}; exchange ${sixth.number} is attempt ${most + 1}.`,
    expected: `At most ${most} attempts.`,
  });
  return ifOneTask(found, context);
}
