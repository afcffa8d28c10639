import { closeSandbox, type Sandbox } from '#mock-server';
import { booksOf } from './books/index.ts';
import { type JudgeContext, judge } from './judge/index.ts';
import { brokenAnswers, trafficContext } from './judge-context.ts';
import { withInvariants } from './judge-facts.ts';
import type { Judged } from './reports/index.ts';
import { sandboxStory } from './sandbox-story.ts';

/** Judges the calls that a sandbox has received so far. The judge gets neither the task nor the result of the client. */
export function judgeSandbox(sandbox: Sandbox): Judged {
  const facts = sandbox.journal.read().map(entry => entry.facts);
  return withInvariants(facts, judge(facts, judgeContextOf(sandbox)), booksOf(sandbox));
}

/**
 * Judges the calls that a sandbox has received so far, and adds the story for a report.
 *
 * @param ended when the client ended, in epoch milliseconds of the sandbox clock; the default is now
 */
export function judgeWithStory(sandbox: Sandbox, ended: number = sandbox.clock.now()): Judged {
  const judged = judgeSandbox(sandbox);
  return { ...judged, ...(judged.calls > 0 && { story: sandboxStory(sandbox, { ended }) }) };
}

/** Closes a sandbox and judges its calls. No call can then arrive after the judgement. */
export function closeAndJudge(sandbox: Sandbox): Judged {
  const ended = sandbox.closedAt ?? sandbox.clock.now();
  closeSandbox(sandbox);
  return judgeWithStory(sandbox, ended);
}

/**
 * Returns data for the judge that the traffic does not show: the speed of the clock, the number of lost calls, and wrong answers.
 * The function searches for wrong answers only in a closed sandbox, because the search takes up to a second.
 *
 * @example judge(sandbox.journal.read().map(({ facts }) => facts), judgeContextOf(sandbox))
 */
export function judgeContextOf(sandbox: Sandbox): JudgeContext {
  const isClosed = sandbox.closedAt !== undefined;
  return { ...trafficContext(sandbox), ...(isClosed && { brokenAnswers: brokenAnswers(sandbox) }) };
}
