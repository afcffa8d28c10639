import type { Scenario } from '#contracts/scenario';
import { booksOf } from '#scenarios/books/index';
import { judge } from '#scenarios/judge/index';
import { askOracle, type InvariantVerdict } from '#scenarios/oracle/index';
import { type PlayOptions, playOnStage, type Report } from '#scenarios/play/index';

/** Plays a scenario with the reference client or another client in this process, and asks the oracle. */
export async function askReference(
  { task, ...rest }: Scenario,
  options: PlayOptions = {},
  alter: (report: Report) => Report = same => same,
): Promise<InvariantVerdict[]> {
  const { played, stage } = await playOnStage({ task, ...rest }, options);
  const { facts, kept: state, took } = played;
  const result = alter(played.report);
  const { mode, speed } = stage.clock;
  const killed = facts.find(({ operation }) => operation === rest.restarts?.at);
  const killedIn = killed ? [killed.number] : [];
  return askOracle({
    books: booksOf(stage.sandbox, task),
    facts,
    judgement: judge(facts, { task, result, killedIn, clock: { mode, speed }, closedAt: stage.clock.now() }),
    task,
    result,
    state,
    killedIn,
    finish: { byItself: true, virtualMs: took },
    leaks: [],
  });
}
