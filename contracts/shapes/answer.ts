import * as z from 'zod/mini';
import { bookingStatusWords, kindOfStatusWord, statusLabels } from '../booking-status.ts';
import { type ProblemCode, problems } from '../problems.ts';
import { annotated, assumed, component, specified } from '../provenance.ts';
import { timeStamp } from './scalars.ts';

const codes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]]; // Object.keys returns string[]

/** One entry of Errors[]. The specification does not define the fields of an entry. */
export const errorEntry = component(
  'ErrorEntry',
  z.looseObject({
    Code: assumed('error', z.enum(codes)),
    Message: assumed('form', z.string()),
    Field: assumed('error', z.optional(z.string())),
  }),
);

/** The body of every answer with a status other than 2xx. The specification does not define the fields of this body. */
export const errorBody = component(
  'ErrorBody',
  z.looseObject({ Errors: assumed('error', z.array(errorEntry).check(z.minLength(1))) }),
);

/** The field Errors in answers to a POST, if the status is 200. The list is empty after a success (flow.4, err.200). */
export const errorsField = { Errors: specified('flow.4', z.array(errorEntry)) };

/** The field with the time stamp of an answer. */
export const timeSpanField = { TimeSpan: specified('date.timespan', timeStamp) };

const words = (values: readonly string[]) => z.enum(values as [string, ...string[]]); // the table of statuses is not empty

/**
 * Returns unique names for the values of an enum. The names are unique even if two values differ only in case, such as
 * Pending and PENDING.
 */
function namesOf(values: readonly string[]): string[] {
  const clashes = (value: string) => values.filter(other => other.toLowerCase() === value.toLowerCase());
  return values.map(value =>
    clashes(value).length > 1 && value === value.toUpperCase() ? `${value}_UPPERCASE` : value,
  );
}

const wordsOf = (kind: 'observed' | 'assumed') =>
  bookingStatusWords.filter(word => kindOfStatusWord(word) === kind);

/** The status word of a booking or service. */
export const bookingStatus = component(
  'BookingStatus',
  annotated(
    {
      description: `The specification has no words for some statuses. Public clients show ${wordsOf('observed').join(' and ')}; ${wordsOf('assumed').join(' and ')} is assumed.`,
      'x-observed-values': wordsOf('observed'),
      'x-assumed-values': wordsOf('assumed'),
      'x-enum-varnames': namesOf(bookingStatusWords),
    },
    words(bookingStatusWords),
  ),
);

/** The label of a status. An answer contains both the label and the status word. */
const statusLabel = component('StatusLabel', words(statusLabels));

/** The status word and the label of a booking or service. */
export const statusFields = {
  bookingStatus: specified('status.values', bookingStatus),
  Status: assumed('label', statusLabel),
};
