import type { Scenario } from '#contracts/scenario';
import { bookings } from './bookings.ts';
import { cancellations } from './cancellations.ts';
import { conditions } from './conditions.ts';
import { lostAnswers } from './lost-answers.ts';
import { payments } from './payments.ts';
import { statuses } from './statuses.ts';
import { wire } from './wire.ts';

/**
 * The scenarios that come with the stand-in, in the order in which documents show them.
 *
 * @example createMockSupplier({ catalogue, scenario: 'answer-lost-booked' })
 */
export const catalogue: readonly Scenario[] = [
  ...bookings,
  ...conditions,
  ...statuses,
  ...lostAnswers,
  ...payments,
  ...cancellations,
  ...wire,
];
