import { expect, it } from 'vitest';
import { operations } from '#contracts';
import { applyProfile, parseProfile } from '#contracts/profile';

it.each([
  ['DD/MM/YYYY HH:mm:ss', '01/01/0001 14:30:00'],
  ['YYYY-MM-DDTHH:mm', '0001-01-01T14:30'],
  ['iso', '14:30:00'],
])(
  'the format of a time of day in a profile keeps the value, also with the parts of a date: %s',
  (format, written) => {
    const id = 'hotel.getBookingConditions';
    const own = { [id]: { answer: { CheckOutHour: { format } } } };
    const dialect = applyProfile(operations, parseProfile({ name: 'x', operations: own }));
    const answer = { CheckOutHour: '14:30' };
    expect(dialect.toDialect(id, 'answer', answer)).toEqual({ CheckOutHour: written });
    expect(dialect.toContract(id, 'answer', { CheckOutHour: written })).toEqual(answer);
  },
);
