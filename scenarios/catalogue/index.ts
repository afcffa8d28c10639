import type { Scenario } from '#contracts/scenario';
import type { RuleId } from '../judge/index.ts';
import { bookings } from './bookings.ts';
import { cancellations } from './cancellations.ts';
import { conditions } from './conditions.ts';
import { guests } from './guests.ts';
import { lostAnswers } from './lost-answers.ts';
import { otherProducts } from './other-products.ts';
import { payments } from './payments.ts';
import { statuses } from './statuses.ts';
import { wire } from './wire.ts';

interface Chapter {
  readonly title: string;
  readonly scenarios: readonly Scenario[];
}

/** The built-in scenarios by theme, in the order of the documentation. */
export const chapters: readonly Chapter[] = [
  { title: 'Successful bookings and bookings on request', scenarios: bookings },
  { title: 'Names, documents and contact data of guests', scenarios: guests },
  { title: 'Differences between Search and conditions', scenarios: conditions },
  { title: 'Answers of DoBooking', scenarios: statuses },
  { title: 'Prices, statuses and Tokens of cars, transfers and tours', scenarios: otherProducts },
  { title: 'Calls without an answer', scenarios: lostAnswers },
  { title: 'Cards', scenarios: payments },
  { title: 'Cancellations', scenarios: cancellations },
  { title: 'Limits, errors, and answers as real suppliers send them', scenarios: wire },
];

/**
 * The built-in scenarios.
 *
 * @example createMockSupplier({ catalogue, scenario: 'answer-lost-booked' })
 */
export const catalogue: readonly Scenario[] = chapters.flatMap(({ scenarios }) => scenarios);

/**
 * Returns the scenario unchanged. TypeScript checks the fields and rule ids of the argument. `loadScenarios` later checks all
 * values.
 *
 * @example export default defineScenario({ id: 'my-case', … });
 */
export const defineScenario = (scenario: Scenario & { readonly rules: readonly RuleId[] }): Scenario =>
  scenario;

export * from './draw/index.ts';
