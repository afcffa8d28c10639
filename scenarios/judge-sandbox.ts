import { operations } from '#contracts';
import { faultKinds } from '#contracts/fault';
import { errorBody } from '#contracts/shapes';
import { describeIssue, formatPath } from '#contracts/util';
import { closeSandbox, type Sandbox, wireOf } from '#mock-server';
import { type BrokenAnswer, type JudgeContext, type Judgement, judge } from './judge/index.ts';

/** Judges what a sandbox has seen so far, by traffic alone: only a runner knows the task and what the client reported. */
export const judgeSandbox = (sandbox: Sandbox): Judgement =>
  judge(
    sandbox.journal.read().map(({ facts }) => facts),
    judgeContextOf(sandbox),
  );

/** Closes a sandbox, which proves that what was not sent by then never came, and judges what it has seen. */
export function closeAndJudge(sandbox: Sandbox): Judgement {
  closeSandbox(sandbox);
  return judgeSandbox(sandbox);
}

/**
 * What a sandbox knows that its traffic does not show: how its clock runs, what its journal has lost, and which answers break
 * its own contract. Those take up to a second to find, and are found in a closed sandbox only.
 *
 * @example judge(sandbox.journal.read().map(({ facts }) => facts), judgeContextOf(sandbox))
 */
export function judgeContextOf(sandbox: Sandbox): JudgeContext {
  const { clock, closedAt, journal, identity } = sandbox;
  return {
    source: `sandbox ${identity.id}`,
    clock: { mode: clock.mode, speed: clock.speed },
    lostFacts: journal.lost().facts,
    ...(closedAt !== undefined && { closedAt, brokenAnswers: brokenAnswers(sandbox) }),
  };
}

/** More than any scenario has, and about a second's work. */
const maxAnswers = 1_000;

/**
 * The answers of a sandbox that break their own schemas: what a client made of them says nothing about the client. A fault may
 * alter an answer. Only the latest answers are checked, a millisecond each at most, and only where the body is still kept.
 *
 * @example brokenAnswers(sandbox).length // 0
 */
export function brokenAnswers(sandbox: Sandbox): BrokenAnswer[] {
  return sandbox.journal.read({ limit: maxAnswers }).flatMap(entry => {
    const problem = isOfContract(entry) ? problemOf(sandbox, entry) : undefined;
    return problem === undefined ? [] : [{ exchange: entry.facts.number, problem }];
  });
}

type JournalEntry = ReturnType<Sandbox['journal']['read']>[number];

/** Whether an answer was sent in full, to a call of the contract, and by no fault. */
function isOfContract({ facts, bodies }: JournalEntry): boolean {
  if (!bodies || facts.status === undefined || facts.tool || facts.closed?.ending !== 'complete')
    return false;
  return !facts.faults?.some(({ kind }) => faultKinds[kind as keyof typeof faultKinds].part === 'answer'); // hits are of our kinds
}

function problemOf(sandbox: Sandbox, entry: JournalEntry): string | undefined {
  const { operation, status } = entry.facts;
  const body = wireOf(sandbox, entry).answerBody;
  const schema = status === 200 && operation ? operations[operation].answer : errorBody;
  const [issue] = schema.safeParse(body).error?.issues ?? [];
  return issue && `${formatPath(issue.path) || 'the answer'}: ${describeIssue(issue, body)}`;
}
