import type { PlayRun, Run } from '../play.ts';
import { withOutput } from '../trace-lines.ts';
import type { Test, TestRun } from './play-test.ts';

/** Why a test cannot be explored. `whole`: all tests at once, if they can also run alone. */
export function createQuestions(play: PlayRun<Test>, whole: Test | undefined) {
  let wholeRun: Promise<Run> | undefined;
  const isWholeGreen = async (): Promise<boolean> => {
    if (!whole) return false;
    wholeRun ??= play(whole, []);
    return (await wholeRun).outcome === 'green';
  };
  return async (base: TestRun): Promise<string | undefined> => {
    const { outcome, calls, output, sandboxes, isRebooking, why = 'it did not end' } = base;
    if (outcome === 'hung')
      return withOutput(
        `hangs without a disturbance: ${why}; mend it, or give it more time with --timeout`,
        output,
      );
    if (outcome === 'red' && (await isWholeGreen()))
      return withOutput(
        'red alone, but the whole suite is green: it needs another test before it, so let it set up its own state',
        output,
      );
    if (outcome === 'red')
      return withOutput('red without a disturbance: mend it before you explore it', output);
    if (sandboxes > 1) return `calls ${sandboxes} sandboxes of the stand-in: let each test use one`;
    if (sandboxes === 0)
      return 'made no call to the stand-in: if its client should, let it read the address from UNDERSTUDY_BASE_URL';
    if (isRebooking)
      return 'books one stay twice without a disturbance, so a second booking under a fault proves nothing: run each test alone (--list and --each), or let it book other dates';
    return calls.length === 0 ? 'called only unknown addresses: check the paths of its client' : undefined;
  };
}

/** Delays the first call and refuses the next operation, which shows parallel calls, and tests that are repeated when they are red. */
export async function probe(
  play: PlayRun<Test>,
  test: Test,
  { calls }: Pick<Run, 'calls'>,
): Promise<string | undefined> {
  const [first] = calls;
  if (!first) return undefined;
  const { operation } = first;
  const second = calls.find(one => one.operation !== operation);
  const delay = { ...first, effect: { kind: 'delay', by: 'PT2S' } } as const;
  const refusal =
    second && ({ ...second, effect: { kind: 'status', status: 400, commit: 'never' } } as const);
  const run = (await play(test, refusal ? [delay, refusal] : [delay])) as TestRun; // `play` returns test runs
  if (run.overlap !== undefined)
    return `runs in parallel inside: ${run.overlap} is called while another ${run.overlap} is open, so no call has a certain number; run its tests one after the other`;
  const beginnings = (one: Pick<Run, 'calls'>) =>
    one.calls.filter(call => call.operation === operation).length;
  return refusal && beginnings(run) > beginnings({ calls })
    ? `repeats itself: after a refused ${refusal.operation} it began again with ${operation}, so a red test may become green; switch off the retries of the test runner`
    : undefined;
}
