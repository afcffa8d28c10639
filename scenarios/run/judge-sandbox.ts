import { operations } from '#contracts';
import { faultKinds } from '#contracts/fault';
import { errorBody } from '#contracts/shapes';
import { describeIssue, formatPath } from '#contracts/util';
import { bookingsOf, closeSandbox, type Sandbox, type Sandboxes, viewEntry, wireOf } from '#mock-server';
import { type BrokenAnswer, type EndedTraffic, type JudgeContext, judgeEnded } from '../judge/index.ts';
import { hasThreads, judgeInThread } from '../judge/node.ts';
import { createStory, type Judged, type Story, type StoryParts } from '../report/index.ts';
import { booksOf } from './books.ts';

/** Judges the calls so far, with neither the task nor the result of the client. */
export const judgeSandbox = (
  sandbox: Sandbox,
  known: Pick<JudgeContext, 'isOneClient' | 'declines'> = {},
): Judged => judgeEnded(trafficOf(sandbox, known));

/** With the story for a report. No call can arrive after the judgement. */
export function closeAndJudge(sandbox: Sandbox): Judged {
  const ended = sandbox.closedAt ?? sandbox.clock.now();
  closeSandbox(sandbox);
  return withStory(judgeSandbox(sandbox), sandbox, ended);
}

/** A sandbox that is removed earlier is read at its removal. */
export function readerOf<Read>(sandboxes: Sandboxes, read: (sandbox: Sandbox) => Read): () => Read[] {
  const gone: Read[] = [];
  sandboxes.onGone(sandbox => gone.push(read(sandbox)));
  return () => [...gone, ...sandboxes.list().map(read)];
}

/** A thread takes longer to start than such traffic to judge. */
const fewCalls = 1_000;

/** Long traffic is judged in a thread, so that calls to other sandboxes do not wait. The verdicts are about this moment. */
export async function judgeSoFar(sandbox: Sandbox, { story }: { readonly story: boolean }): Promise<Judged> {
  const { clock, journal } = sandbox;
  const ended = clock.now();
  const isLong = hasThreads && journal.count() - journal.lost().facts > fewCalls;
  // The story is written before the thread ends, because further calls may arrive until then.
  const shown = story ? withStory({}, sandbox, ended) : {};
  const judged = isLong
    ? await judgeInThread({
        calls: journal.texts(),
        books: JSON.stringify(booksOf(sandbox)),
        context: judgeContextOf(sandbox),
      })
    : judgeEnded(trafficOf(sandbox));
  return { ...judged, ...shown };
}

const trafficOf = (sandbox: Sandbox, known: JudgeContext = {}): EndedTraffic => ({
  facts: sandbox.journal.read().map(({ facts }) => facts),
  books: booksOf(sandbox),
  context: { ...judgeContextOf(sandbox), ...known },
});

function withStory<Part extends object>(judged: Part, sandbox: Sandbox, ended: number): Part {
  const story = sandboxStory(sandbox, { ended });
  return { ...judged, ...(story.calls.length > 0 && { story }) };
}

/** Searches for wrong answers only in a closed sandbox, because the search takes up to a second. */
export function judgeContextOf(sandbox: Sandbox): JudgeContext {
  const { clock, closedAt, journal, identity } = sandbox;
  return {
    source: `sandbox ${identity.id}`,
    clock: { mode: clock.mode, speed: clock.speed },
    lostFacts: journal.lost().facts,
    ...(closedAt !== undefined && { closedAt, brokenAnswers: brokenAnswers(sandbox) }),
  };
}

/** A check of so many takes about a second. No scenario has more answers. */
const maxAnswers = 1_000;

/** A reaction to an answer outside the contract proves nothing about the client. Checks the latest answers that no fault changed. */
export function brokenAnswers(sandbox: Sandbox): BrokenAnswer[] {
  const found: BrokenAnswer[] = [];
  for (const entry of sandbox.journal.entries({ limit: maxAnswers })) {
    const problem = isOfContract(entry) ? problemOf(sandbox, entry) : undefined;
    if (problem !== undefined) found.push({ exchange: entry.facts.number, problem });
  }
  return found;
}

type JournalEntry = ReturnType<Sandbox['journal']['read']>[number];

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

/** Enough of each body to see its fields. All stories of the catalogue together then have less than 3 MB. */
const bodyLength = 1_500;
const maxCalls = 200;

/** Closing a sandbox moves its clock on, so a caller that closes it says when the client `ended`. */
export function sandboxStory(
  sandbox: Sandbox,
  { restartedAfter, ended }: Pick<StoryParts, 'restartedAfter' | 'ended'> = {},
): Story {
  return boundedStory({
    // Masking a body takes time, so only the calls that the story shows get their bodies.
    exchanges: sandbox.journal
      .read()
      .map((entry, index) => (index < maxCalls ? viewEntry(sandbox, entry) : entry.facts)),
    bookings: bookingsOf(sandbox),
    ended: ended ?? sandbox.closedAt ?? sandbox.clock.now(),
    restartedAfter,
  });
}

export const boundedStory = (parts: StoryParts): Story => createStory({ bodyLength, maxCalls, ...parts });
