import type { Scenario } from '#contracts/scenario';
import { catalogue } from '#scenarios';
import type { RunReport } from '#scenarios/report/schema';
import { inTurns } from '#scenarios/run/in-turns';
import { run } from '#scenarios/run/run';

/** A client that follows the specification, with concurrent calls. It is written without the code and the examples of this project. */
const rightClient = [process.execPath, 'test/clients/right/client.mjs'] as const;

const polled = [
  'technical-problem-confirmed',
  'pending-confirmed',
  'pending-unresolved',
  'on-request-confirmed',
];
const written = ['two-rooms-with-children', 'pay-at-booking', 'cancel-free', 'prepaid-approved', 'full-flow'];

/** The first three scenarios of each list are quick. Only `bom` and `number-text` lead to a warning, once for each run. */
export const habits = {
  none: ['hotel-confirmed', 'answer-lost-booked', 'price-up-declined'],
  'slow-polls': [
    'prepaid-pending',
    'cancel-pending',
    'booking-visible-late',
    'answer-lost-not-booked',
    ...polled,
  ],
  'extra-lists': [
    'full-flow',
    'answer-lost-booked',
    'credentials-revoked',
    'double-click',
    'rate-limited-seconds',
    ...polled,
  ],
  'no-gzip': ['gzip', 'hotel-confirmed', 'truncated-json', 'slow-drip', 'full-flow'],
  'key-order': written,
  'number-text': written,
  'lower-case': ['answer-lost-booked', 'full-flow', 'rate-limited-seconds', 'prepaid-approved'],
  bom: written,
  'new-connection': [
    'hotel-confirmed',
    'server-error-twice',
    'answer-lost-booked',
    'double-click',
    'client-restarted',
  ],
  'two-processes': [
    'client-restarted',
    'prepaid-approved',
    'answer-lost-booked',
    'double-click',
    'cancel-free',
    ...polled,
  ],
  'look-first': [
    'prepaid-approved',
    'full-flow',
    'hotel-detail-missing',
    'prepaid-pending',
    'cancel-answer-lost',
    ...polled,
  ],
  indented: ['hotel-confirmed', 'logs-clean', 'prepaid-approved'],
  'search-again': ['conditions-answer-lost', 'hotel-confirmed', 'conditions-went-stale'],
  'first-poll': ['in-progress-then-confirmed', 'cancel-pending', ...polled],
  'poll-by-reference': ['booking-visible-late', 'technical-problem-cancelled', ...polled],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Habit = keyof typeof habits;

export const habitNames = Object.keys(habits) as readonly Habit[]; // Object.keys returns strings

/** Returns the seed of an inventory. The first seed has the fixed tasks, and the others draw tasks of their own. */
export const seedOf = (index: number): string => `right-${index + 1}`;

/** Scenarios that last a day or longer. At the speed that they need, the time-outs of a client are shorter than any answer. */
const longOnes: readonly string[] = ['on-request-expired', 'retoken-expired', 'static-data-kept'];

/** The scenarios that need only hotels. The client books no other product and calls no tools. */
export const allHotelPart: readonly Scenario[] = catalogue.filter(
  ({ products, task }) =>
    products.every(product => product === 'hotel') && task.steps.every(step => step.do !== 'tools'),
);

/** The scenarios of the hotel part that a client can play on a scaled clock. */
export const hotelPart: readonly Scenario[] = allHotelPart.filter(({ id }) => !longOnes.includes(id));

/** One run of the client: a habit, a scenario and a seed. */
export interface RightPlay {
  readonly habit: Habit;
  readonly scenario: Scenario;
  readonly seed: string;
}

/** What the judge says about the right client. */
export interface RightResult extends RightPlay {
  /** Each finding and each state other than `held`. The list is empty if the judge is right. */
  readonly accusations: readonly string[];
}

/** Plays the right client over a port, and returns the accusations of the judge, in the order of the plays. */
export async function playRight(plays: readonly RightPlay[], jobs: number): Promise<RightResult[]> {
  const results = new Map<RightPlay, RightResult>();
  await inTurns(plays, { jobs, isOver: () => false }, async play => {
    const { habit, scenario, seed } = play;
    const report = await run({
      scenarios: [scenario],
      command: ['env', `HABIT=${habit}`, ...rightClient],
      pace: { mode: 'scaled', speed: 'auto' },
      seed,
      ...(seed !== seedOf(0) && { vary: { draws: [1] } }),
      jobs: 1,
      bail: false,
      strict: false,
    });
    results.set(play, { ...play, accusations: accusationsIn(report, habit) });
  });
  return plays.flatMap(play => results.get(play) ?? []);
}

/** The habits that deviate from the contract in a way that the stand-in accepts. */
const deviating: readonly Habit[] = ['bom', 'number-text'];

function accusationsIn({ scenarios, deviations = [] }: RunReport, habit: Habit): string[] {
  const maxDeviations = deviating.includes(habit) ? 1 : 0;
  const kinds = deviations.map(({ deviation }) => deviation).join('; ');
  return [
    ...scenarios.flatMap(({ state, reason, trouble, outcome, verdicts }) => [
      ...(state === 'held' ? [] : [[state, outcome, reason, trouble].filter(Boolean).join(': ')]),
      ...verdicts.flatMap(({ rule, findings }) =>
        findings.filter(({ harmless }) => !harmless).map(({ message }) => `${rule}: ${message}`),
      ),
    ]),
    ...(deviations.length > maxDeviations ? [`${deviations.length} deviations: ${kinds}`] : []),
  ];
}
