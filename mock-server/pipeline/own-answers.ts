import { errorBody, operations } from '#contracts';
import { faultKinds } from '#contracts/fault';
import { describeIssue, formatPath } from '#contracts/util';
import type { BrokenAnswer } from '#scenarios/judge/rules';
import type { JournalEntry } from '../journal/index.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import { wireOf } from './record.ts';

/** More than any scenario has, and about a second's work. */
const lookedAt = 1_000;

/**
 * The answers of a sandbox that break their own schemas: what a client made of them says nothing of the client. Those that a
 * fault has altered are meant to. Only the latest are looked at, a millisecond each at most, and whose body is still kept.
 *
 * @example brokenAnswers(sandbox).length // 0
 */
export function brokenAnswers(sandbox: Sandbox): BrokenAnswer[] {
  return sandbox.journal.read({ limit: lookedAt }).flatMap(entry => {
    const problem = isOfContract(entry) ? problemOf(sandbox, entry) : undefined;
    return problem === undefined ? [] : [{ exchange: entry.facts.number, problem }];
  });
}

/** Whether an answer was said in full, to a call of the contract, and by no fault. */
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
