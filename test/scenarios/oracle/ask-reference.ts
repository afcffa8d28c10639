import type { Scenario } from '#contracts/scenario';
import { booksOf } from '#scenarios/books/index';
import { judge } from '#scenarios/judge/index';
import { askOracle, type InvariantVerdict } from '#scenarios/oracle/index';
import { type PlayOptions, playOnStage } from '#scenarios/play/index';

/** Plays a scenario with the reference client or another client in this process, and asks the oracle. */
export async function askReference(
  { task, ...rest }: Scenario,
  options: PlayOptions = {},
): Promise<InvariantVerdict[]> {
  const { played, stage } = await playOnStage({ task, ...rest }, options);
  const { facts, report: result, kept: state, took } = played;
  const { mode, speed } = stage.clock;
  return askOracle({
    books: booksOf(stage.sandbox, task),
    facts,
    judgement: judge(facts, { task, result, clock: { mode, speed }, closedAt: stage.clock.now() }),
    task,
    result,
    state,
    finish: { byItself: true, virtualMs: took },
    leaks: [],
  });
}
