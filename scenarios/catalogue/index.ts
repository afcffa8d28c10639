import type { Scenario } from '#contracts/scenario';
import { bookings } from './bookings.ts';
import { cancellations } from './cancellations.ts';
import { conditions } from './conditions.ts';
import { lostAnswers } from './lost-answers.ts';
import { payments } from './payments.ts';
import { statuses } from './statuses.ts';
import { wire } from './wire.ts';

/** What scenarios of one theme have in common. */
interface Chapter {
  readonly title: string;
  readonly scenarios: readonly Scenario[];
}

/** The scenarios that come with the stand-in, by theme, in the order in which documents show them. */
export const chapters: readonly Chapter[] = [
  { title: 'Bookings as they should be', scenarios: bookings },
  { title: 'Otherwise than in the Search', scenarios: conditions },
  { title: 'What DoBooking answers', scenarios: statuses },
  { title: 'Calls without an answer', scenarios: lostAnswers },
  { title: 'Cards', scenarios: payments },
  { title: 'Cancellations', scenarios: cancellations },
  { title: 'Limits, errors, and answers as real suppliers send them', scenarios: wire },
];

/**
 * The scenarios that come with the stand-in.
 *
 * @example createMockSupplier({ catalogue, scenario: 'answer-lost-booked' })
 */
export const catalogue: readonly Scenario[] = chapters.flatMap(({ scenarios }) => scenarios);
