import { type Change, type FieldChange, type Field as ProfileField, placeFields } from '#contracts/profile';
import { type Field, mismatchesOf } from './field.ts';

/** The formats that `verify` knows, for each form of the contract. The names of formats come before patterns. */
const known = {
  date: [
    'dotnet',
    'unix',
    'unix-ms',
    'iso',
    'YYYY-MM-DDTHH:mm:ssZ',
    'YYYY-MM-DD HH:mm:ss',
    'DD/MM/YYYY',
    'MM/DD/YYYY',
    'YYYY/MM/DD',
    'DD-MM-YYYY',
    'MM-DD-YYYY',
    'DD.MM.YYYY',
    'YYYYMMDD',
  ],
  time: ['iso', 'HHmm', 'HH.mm', 'HH:mmZ', 'HH:mm:ssZ'],
  'time stamp': [
    'dotnet',
    'unix',
    'unix-ms',
    'iso',
    'YYYY-MM-DDTHH:mm:ss',
    'YYYY-MM-DDTHH:mm:ss.000Z',
    'YYYY-MM-DD HH:mm:ssZ',
    'DD/MM/YYYY HH:mm:ss',
    'MM/DD/YYYY HH:mm:ss',
    'YYYY/MM/DD HH:mm:ss',
    'YYYYMMDDHHmmss',
  ],
} as const;

/** Numbers outside these years are more likely to be ids or amounts than dates. */
const years = { first: '2000', last: '2100' };

/** A format that all values have, or the formats between which the values do not decide. */
export type FoundFormat = { readonly format: string } | { readonly possible: readonly string[] };

/**
 * Finds the format of dates, times or time stamps. Each value must keep its meaning and its text when it is read and written
 * again.
 *
 * @returns undefined if no known format fits all values, or if the field is not a date or time
 * @example formatOf(['31/12/2026'], startDate) // { format: 'DD/MM/YYYY' }
 */
export function formatOf(values: readonly unknown[], field: Field): FoundFormat | undefined {
  const contract = field.placed?.field.entry ?? field.placed?.field;
  if (contract?.time === undefined) return undefined;
  const found = known[contract.time].filter(format => {
    const { read, write } = changeFor(contract, { format });
    return values.every(value => {
      const meaning = read?.(value);
      return isPlausible(value, meaning, field) && write?.(meaning) === value;
    });
  });
  const [format, ...others] = found;
  if (format === undefined) return undefined;
  return others.length === 0 ? { format } : { possible: found };
}

/** Returns the functions with which a profile converts the values of a field. */
function changeFor(field: ProfileField, change: FieldChange): Change {
  const placed = placeFields(new Map([['value', field]]), () => ({
    ...change,
    entry: '',
    direction: 'answer',
    isForAll: false,
  }));
  return placed.get('value')?.change ?? {};
}

/** Whether a value has been converted to a valid value of the contract. */
function isPlausible(value: unknown, meaning: unknown, field: Field): boolean {
  if (typeof meaning !== 'string' || mismatchesOf(meaning, { ...field, form: 'value' }).length > 0)
    return false;
  return typeof value !== 'number' || (meaning >= years.first && meaning < years.last);
}
