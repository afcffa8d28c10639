import type { Sandbox } from '#mock-server';
import { booksOf } from './books/index.ts';
import { brokenAnswers, trafficContext } from './judge-context.ts';
import { hasThreads, judgeInThread } from './judge-thread/index.ts';
import type { Judged } from './reports/index.ts';
import { sandboxStory } from './sandbox-story.ts';

/** What a caller of the judge needs: only the verdicts of the rules, also the invariants, or also the story. */
export type Extent = 'rules' | 'invariants' | 'story';

/** The maximum number of calls that are judged at once. A thread takes longer to start than such traffic to judge. */
const fewCalls = 1_000;

/**
 * Judges the calls that a sandbox has received so far. Long traffic is judged in a thread, so that the calls to other sandboxes do
 * not wait. The verdicts are about the calls and bookings at the moment of this call.
 *
 * @example (await judgeSoFar(sandbox, 'rules')).verdicts
 */
export async function judgeSoFar(sandbox: Sandbox, extent: Extent): Promise<Judged> {
  const { journal } = sandbox;
  if (!hasThreads || journal.count() - journal.lost().facts <= fewCalls) {
    const { judgeSandbox, judgeWithStory } = await import('./judge-sandbox.ts');
    return extent === 'story' ? judgeWithStory(sandbox) : judgeSandbox(sandbox);
  }
  const ended = sandbox.clock.now();
  const story = extent === 'story' ? sandboxStory(sandbox, { ended }) : undefined;
  const judged = await judgeInThread({
    facts: journal.read().map(({ facts }) => facts),
    books: extent === 'rules' ? undefined : booksOf(sandbox),
    context: {
      ...trafficContext(sandbox),
      ...(sandbox.closed && { brokenAnswers: brokenAnswers(sandbox) }),
    },
  });
  return { ...judged, ...(story && { story }) };
}
