import type { Facts } from '#contracts/exchange';
import type { Scenario } from '#contracts/scenario';
import { type Books, type InvariantVerdict, type JudgeContext, judgeEnded } from '#scenarios/judge';
import { booksOf } from '#scenarios/run/books';
import { type PlayOptions, playOnStage } from '#scenarios/run/play/index';

/** What is known about the end of a client. */
export interface Evidence extends JudgeContext {
  readonly facts: readonly Facts[];
  readonly books: Books;
}

export const invariantsOn = ({ facts, books, task, result, ...context }: Evidence): InvariantVerdict[] =>
  judgeEnded({ facts, books, task, result, context }).invariants;

/** Plays a scenario in this process, and returns the result with all evidence about the end. The default client is the reference client. */
export async function playWithEvidence(scenario: Scenario, options: PlayOptions = {}) {
  const { task, restarts } = scenario;
  const { played, stage } = await playOnStage(scenario, options);
  const { facts, kept: state, report: result, took } = played;
  const { mode, speed } = stage.clock;
  const killed = facts.find(({ operation }) => operation === restarts?.at);
  const evidence: Evidence = {
    books: booksOf(stage.sandbox, task),
    facts,
    clock: { mode, speed },
    closedAt: stage.clock.now(),
    task,
    result,
    state,
    killedIn: killed ? [killed.number] : [],
    finish: { byItself: true, virtualMs: took },
    leaks: [],
  };
  return { played, stage, evidence };
}
