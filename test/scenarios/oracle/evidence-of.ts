import type { Scenario } from '#contracts/scenario';
import { booksOf } from '#scenarios/books/index';
import { judge } from '#scenarios/judge/index';
import type { Evidence } from '#scenarios/oracle/index';
import { type PlayOptions, playOnStage } from '#scenarios/play/index';

/** Plays a scenario in this process, and returns the result with all evidence about the end. The default client is the reference client. */
export async function playWithEvidence(scenario: Scenario, options: PlayOptions = {}) {
  const { task, restarts } = scenario;
  const { played, stage } = await playOnStage(scenario, options);
  const { facts, kept: state, report: result, took } = played;
  const { mode, speed } = stage.clock;
  const killed = facts.find(({ operation }) => operation === restarts?.at);
  const killedIn = killed ? [killed.number] : [];
  const evidence: Evidence = {
    books: booksOf(stage.sandbox, task),
    facts,
    judgement: judge(facts, { task, result, killedIn, clock: { mode, speed }, closedAt: stage.clock.now() }),
    task,
    result,
    state,
    killedIn,
    finish: { byItself: true, virtualMs: took },
    leaks: [],
  };
  return { played, stage, evidence };
}
