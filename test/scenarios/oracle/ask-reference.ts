import type { Scenario } from '#contracts/scenario';
import { booksOf } from '#scenarios/books/index';
import { judge } from '#scenarios/judge/index';
import { askOracle, type Evidence, type InvariantVerdict } from '#scenarios/oracle/index';
import { type PlayOptions, playOnStage } from '#scenarios/play/index';

/** Plays a scenario with the reference client in this process, and asks the oracle. */
export const askReference = async (scenario: Scenario): Promise<InvariantVerdict[]> =>
  askOracle(await evidenceOf(scenario));

/** Plays a scenario with the reference client or another client in this process, and returns all evidence about the end. */
export async function evidenceOf(scenario: Scenario, options: PlayOptions = {}): Promise<Evidence> {
  const { task, restarts } = scenario;
  const { played, stage } = await playOnStage(scenario, options);
  const { facts, kept: state, report: result, took } = played;
  const { mode, speed } = stage.clock;
  const killed = facts.find(({ operation }) => operation === restarts?.at);
  const killedIn = killed ? [killed.number] : [];
  return {
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
}
