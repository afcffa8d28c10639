import { type PollingPlan, pollingPlan } from '#contracts';
import {
  asWarning,
  defineRule,
  type Finding,
  finding,
  formatTime,
  inWords,
  isObservable,
  type JudgeContext,
  type PollRun,
  readPolls,
  type Trip,
  tolerance,
  tooFast,
  wordOf,
} from '../assess/index.ts';

/** Polling ends: after half an hour people are asked, and an OnRequest has expired after a day. */
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
    'Gives up polling one interval after 30 minutes at the latest, or after 24 hours for an OnRequest booking.',
  right: 'TechnicalProblem: the last look half an hour after the first answer, then support is asked.',
  wrong: 'TechnicalProblem is still polled after an hour.',
  explanation:
    'the last look against the window and one interval; an OnRequest has 24 hours, and one given up after 30 minutes is a warning',
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

/** A single look much later is somebody's who asks again, and no polling: that keeps its rhythm. */
const rhythm = 2;

function tooLong(trip: Trip, run: PollRun, { plan, context }: Measure): Finding[] {
  const { window, interval } = plan;
  const end = run.since.opened.at + window + interval + tolerance(window, context);
  const late = run.looks.filter((look, index) => {
    const before = run.looks[index - 1] ?? run.since;
    return look.opened.at > end && look.opened.at - before.opened.at <= rhythm * interval;
  });
  const [first] = late;
  if (!first) return [];
  const [since, polled] = formatTime(run.since.opened.at, first.opened.at);
  return [
    finding([run.since, first, late.at(-1)], {
      message: `Booking ${trip.id} was ${wordOf(run.status)} from ${since} (exchange ${run.since.number}) and still polled at ${polled}, ${inWords(first.opened.at - run.since.opened.at)} later; ${late.length} poll${late.length === 1 ? '' : 's'} came too late.`,
      expected: `No poll later than ${inWords(window + interval)}: then people are asked.`,
    }),
  ];
}

/** Whoever ends an OnRequest like any other Pending reads the specification in another way (decision 1). */
function tooShort(trip: Trip, run: PollRun, { plan, context }: Measure): Finding[] {
  const { closedAt = 0 } = context;
  const last = run.looks.at(-1);
  const until = run.since.opened.at + plan.window - plan.interval;
  if (!last || !run.fromRequest || run.isOver) return [];
  if (closedAt < until || last.opened.at >= until - tolerance(plan.window, context)) return [];
  const [since, polled] = formatTime(run.since.opened.at, last.opened.at);
  const found = finding([run.since, last], {
    message: `Booking ${trip.id} was on request from ${since} (exchange ${run.since.number}) and polled for the last time at ${polled}, still ${wordOf(run.status)}.`,
    expected: `Polls up to ${inWords(plan.window)}: hotels answer within a day.`,
  });
  return [asWarning(found)];
}
