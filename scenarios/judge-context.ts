import { operations } from '#contracts';
import { faultKinds } from '#contracts/fault';
import { errorBody } from '#contracts/shapes';
import { describeIssue, formatPath } from '#contracts/util';
import { type Sandbox, wireOf } from '#mock-server';
import type { BrokenAnswer, JudgeContext } from './judge/index.ts';

// This module does not load the judge, because loading it takes longer than other calls may wait.

/** Returns the context of the judge without a search for wrong answers. */
export function trafficContext({ clock, closedAt, journal, identity }: Sandbox): JudgeContext {
  return {
    source: `sandbox ${identity.id}`,
    clock: { mode: clock.mode, speed: clock.speed },
    lostFacts: journal.lost().facts,
    ...(closedAt !== undefined && { closedAt }),
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
  const found: BrokenAnswer[] = [];
  for (const entry of sandbox.journal.entries({ limit: maxAnswers })) {
    const problem = isOfContract(entry) ? problemOf(sandbox, entry) : undefined;
    if (problem !== undefined) found.push({ exchange: entry.facts.number, problem });
  }
  return found;
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
