import { type PollingPlan, pollingPlan } from '#contracts';
import {
  asWarning,
  defineRule,
  type Finding,
  finding,
  formatDuration,
  formatTime,
  isObservable,
  type JudgeContext,
  type PollRun,
  readPolls,
  statusWord,
  type Trip,
  tolerance,
  tooFast,
} from '../assess/index.ts';

export const pollWindow = defineRule({
  id: 'poll-window',
  level: 'must',
  clauses: [
    'poll.technical-problem',
    'poll.pending',
    'poll.pending-cancellation',
    'trans.expire',
    'limit.on-request',
  ],
  title:
    'A correct client stops polling at most one interval after 30 minutes, or after 24 hours for an OnRequest booking.',
  right: 'The client polls a booking with TechnicalProblem for half an hour and then contacts support.',
  wrong: 'The client still polls a booking with TechnicalProblem after an hour.',
  explanation:
    'The judge checks that the last look-up is within the polling window plus one interval. The window for OnRequest is 24 hours. A client that stops after 30 minutes gets a warning.',
  timed: true,
  cases: ({ trips }) => trips,
  nothing: 'no status was polled',
  judgeCase(trip, context) {
    const runs = readPolls(trip).runs.flatMap(run => {
      const plan = pollingPlan(run.status, run.fromRequest);
      return plan && run.looks.length > 0 ? [{ run, plan }] : [];
    });
    const [first] = runs;
    if (!first) return 'not applicable';
    const judged = runs.filter(({ plan }) => isObservable(plan.window, context));
    if (judged.length === 0) return tooFast(first.plan.window, context);
    return judged.flatMap(({ run, plan }) => [
      ...tooLong(trip, run, { plan, context }),
      ...tooShort(trip, run, { plan, context }),
    ]);
  },
});

interface Measure {
  readonly plan: PollingPlan;
  readonly context: JudgeContext;
}

/** After this number of intervals, a single look-up is not a poll. A user probably requested the look-up. */
const maxIntervals = 2;

function tooLong(trip: Trip, run: PollRun, { plan, context }: Measure): Finding[] {
  const { window, interval } = plan;
  const end = run.since.opened.at + window + interval + tolerance(window, context);
  const late = run.looks.filter((look, index) => {
    const before = run.looks[index - 1] ?? run.since;
    return look.opened.at > end && look.opened.at - before.opened.at <= maxIntervals * interval;
  });
  const [first] = late;
  if (!first) return [];
  const [since, polled] = formatTime(run.since.opened.at, first.opened.at);
  return [
    finding([run.since, first, late.at(-1)], {
      message: `The client still polled booking ${trip.id} at ${polled}, ${formatDuration(first.opened.at - run.since.opened.at)} after it became ${statusWord(run.status)} at ${since} (exchange ${run.since.number}); ${late.length} poll${late.length === 1 ? '' : 's'} came too late. Only support can resolve such a booking.`,
      expected: `A correct client polls no later than ${formatDuration(window + interval)} after the first answer, and then contacts support.`,
    }),
  ];
}

/**
 * Finds a client that stops polling an OnRequest booking after 30 minutes. This is a warning, because the specification can be
 * read to allow it (decision 1).
 */
function tooShort(trip: Trip, run: PollRun, { plan, context }: Measure): Finding[] {
  const { closedAt = 0 } = context;
  const last = run.looks.at(-1);
  const until = run.since.opened.at + plan.window - plan.interval;
  if (!last || !run.fromRequest || run.isOver) return [];
  if (closedAt < until || last.opened.at >= until - tolerance(plan.window, context)) return [];
  const [since, polled] = formatTime(run.since.opened.at, last.opened.at);
  const found = finding([run.since, last], {
    message: `The client polled the OnRequest booking ${trip.id} for the last time at ${polled}, when it was still ${statusWord(run.status)} (since ${since}, exchange ${run.since.number}). The hotel has a day to answer.`,
    expected: `A correct client polls for up to ${formatDuration(plan.window)}.`,
  });
  return [asWarning(found)];
}
