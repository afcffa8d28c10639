import { type PlayRun, type Run, withOutput } from '../play.ts';
import type { Test } from './play-test.ts';

/** Why a test is red that is green after the others. */
export const needsOthers = (output: string): string =>
  withOutput(
    'red alone, but the whole suite is green: it needs another test before it, so let it set up its own state',
    output,
  );

/** Delays the first call and refuses the next operation, which shows parallel calls, and tests that are repeated when they are red. */
export async function probe(
  play: PlayRun<Test>,
  test: Test,
  { calls }: Pick<Run, 'calls'>,
): Promise<string | undefined> {
  const [first] = calls;
  if (!first) return 'called only unknown addresses: check the paths of its client';
  const { operation } = first;
  const second = calls.find(one => one.operation !== operation);
  const delay = { ...first, effect: { kind: 'delay', by: 'PT2S' } } as const;
  const refusal =
    second && ({ ...second, effect: { kind: 'status', status: 400, commit: 'never' } } as const);
  const run = await play(test, refusal ? [delay, refusal] : [delay]);
  const { overlap } = run.test ?? {};
  if (overlap !== undefined)
    return `runs in parallel inside: ${overlap} is called while another ${overlap} is open, so no call has a certain number; run its tests one after the other`;
  const beginnings = (one: Pick<Run, 'calls'>) =>
    one.calls.filter(call => call.operation === operation).length;
  return refusal && beginnings(run) > beginnings({ calls })
    ? `repeats itself: after a refused ${refusal.operation} it began again with ${operation}, so a red test may become green; switch off the retries of the test runner`
    : undefined;
}
