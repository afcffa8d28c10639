import { detailsOf } from '../control/details.ts';
import { type FaultDetail, FaultError } from './fault-error.ts';
import { type Fault, faultSchema } from './schema.ts';
import { readShorthand } from './shorthand.ts';

/**
 * Reads a fault as people write it: an object, or its shorthand.
 *
 * @throws FaultError naming every field that is wrong, the valid values and the nearest
 * @example readFault('hotel.doBooking:cut,commit=before,times=1')
 */
export function readFault(given: unknown): Fault {
  const value = typeof given === 'string' ? readShorthand(given) : given;
  const schema = faultSchema();
  const result = schema.safeParse(value);
  if (result.success) return value as Fault; // the schema changes nothing, and this keeps the order it was written in
  throw new FaultError('invalid', detailsOf(result.error, { schema, value }).map(withPlace));
}

const places: Readonly<Record<string, readonly string[]>> = {
  match: ['operations', 'product', 'nth', 'times', 'probability', 'connection', 'body'],
  effect: ['kind', 'commit'],
};

/** A field that is known, but written in the wrong part. */
function withPlace(detail: FaultDetail): FaultDetail {
  const { field = '', message } = detail;
  if (field === 'body') return { message: `${message}; write it as an object or in short` };
  if (!message.startsWith('unknown;')) return detail;
  const name = field.split('.').at(-1) ?? '';
  const [place] = Object.entries(places).find(([, names]) => names.includes(name)) ?? [];
  return place === undefined
    ? detail
    : { ...detail, message: `unknown here; "${name}" belongs into "${place}"` };
}
