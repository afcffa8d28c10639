import * as z from 'zod/mini';
import {
  annotated,
  assumed,
  bookingStatusWords,
  component,
  kindOfStatusWord,
  looseComponent,
  problems,
  specified,
  statusLabels,
} from '../../clauses/index.ts';
import { keysOf } from '../../util/index.ts';
import { timeStamp } from './scalars.ts';

export const errorEntry = looseComponent('ErrorEntry', {
  Code: assumed('error', z.enum(keysOf(problems))),
  Message: assumed('form', z.string()),
  Field: assumed('error', z.optional(z.string())),
});

export const errorBody = looseComponent('ErrorBody', {
  Errors: assumed('error', z.array(errorEntry).check(z.minLength(1))),
});

/** In answers with status 200; empty after a success (flow.4, err.200). */
export const errorsField = { Errors: specified('flow.4', z.array(errorEntry)) };

export const timeSpanField = { TimeSpan: specified('date.timespan', timeStamp) };

const words = (values: readonly string[]) => z.enum(values as [string, ...string[]]); // the table of statuses is not empty

/** Two values can differ only in case, such as Pending and PENDING. */
function namesOf(values: readonly string[]): string[] {
  const clashes = (value: string) => values.filter(other => other.toLowerCase() === value.toLowerCase());
  return values.map(value =>
    clashes(value).length > 1 && value === value.toUpperCase() ? `${value}_UPPERCASE` : value,
  );
}

const wordsOf = (kind: 'observed' | 'assumed') =>
  bookingStatusWords.filter(word => kindOfStatusWord(word) === kind);

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

const statusLabel = component('StatusLabel', words(statusLabels));

export const statusFields = {
  bookingStatus: specified('status.values', bookingStatus),
  Status: assumed('label', statusLabel),
};
