import { operations } from '#contracts';
import { type Exchange, type Facts, projectFacts } from '#contracts/exchange';
import { faultKinds } from '#contracts/fault';
import { errorBody } from '#contracts/shapes';
import { describeIssue, formatPath } from '#contracts/util';
import { closeSandbox, type Sandbox, wireOf } from '#mock-server';
import { type Books, booksOf } from './books/index.ts';
import {
  type BrokenAnswer,
  type JudgeContext,
  type Judgement,
  judge,
  provingExchanges,
} from './judge/index.ts';
import { askOracle } from './oracle/index.ts';
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

/** Adds the verdicts on the invariants that the books and the exchanges alone can prove. */
export function withInvariants(
  facts: readonly (Facts | Exchange)[],
  judgement: Judgement,
  books: Books,
): Judged {
  const all = facts.map(one => ('request' in one ? one : projectFacts(one)));
  const invariants = askOracle({ books, facts: all, judgement });
  const exchanges = provingExchanges(all, [...judgement.verdicts, ...invariants]);
  return { ...judgement, exchanges, invariants };
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
  const { clock, closedAt, journal, identity } = sandbox;
  return {
    source: `sandbox ${identity.id}`,
    clock: { mode: clock.mode, speed: clock.speed },
    lostFacts: journal.lost().facts,
    ...(closedAt !== undefined && { closedAt, brokenAnswers: brokenAnswers(sandbox) }),
  };
}

/** The maximum number of answers to check. A check of so many answers takes about a second. No scenario has more answers. */
const maxAnswers = 1_000;

/**
 * Returns the answers of a sandbox that do not match their schemas in the contract. If a client reacts to a wrong answer, the
 * reaction proves nothing about the client. The function checks only the latest answers with a stored body, and skips
 * answers that a fault changed.
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

/** Returns whether an answer must match the contract: it is complete, not of the tool server, and not changed by a fault. */
function isOfContract({ facts, bodies }: JournalEntry): boolean {
  if (!bodies || facts.status === undefined || facts.tool || facts.closed?.ending !== 'complete')
    return false;
  return !facts.faults?.some(({ kind }) => faultKinds[kind as keyof typeof faultKinds].part === 'answer'); // the kinds of recorded faults are known
}

function problemOf(sandbox: Sandbox, entry: JournalEntry): string | undefined {
  const { operation, status } = entry.facts;
  const body = wireOf(sandbox, entry).answerBody;
  const schema = status === 200 && operation ? operations[operation].answer : errorBody;
  const [issue] = schema.safeParse(body).error?.issues ?? [];
  return issue && `${formatPath(issue.path) || 'the answer'}: ${describeIssue(issue, body)}`;
}
