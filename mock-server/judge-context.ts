import type { JudgeContext } from '#scenarios/judge/rules';
import { brokenAnswers } from './pipeline/index.ts';
import type { Sandbox } from './sandboxes/sandbox.ts';

/**
 * What a sandbox knows that its traffic does not show: how its clock runs, what its journal has lost, what it answered wrongly.
 * That takes up to a second, so of one that calls still come to it is not asked.
 *
 * @example judge(sandbox.journal.read().map(({ facts }) => facts), judgeContextOf(sandbox))
 */
export function judgeContextOf(sandbox: Sandbox): JudgeContext {
  const { clock, closedAt, journal } = sandbox;
  return {
    clock: { mode: clock.mode, speed: clock.speed },
    lostFacts: journal.lost().facts,
    ...(closedAt !== undefined && { closedAt, brokenAnswers: brokenAnswers(sandbox) }),
  };
}
