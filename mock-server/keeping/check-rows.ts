import * as z from 'zod';
import { controlEndpoints, detailsOf } from '#contracts/control';
import type { Row } from './keeper.ts';

const file = controlEndpoints.importSandbox.request.shape;
const { store } = file;
const whole = z.int().min(0);

/** The schemas of the rows: of the kind `head` by their keys, of the other kinds by their kinds. */
const schemas: Readonly<Record<string, z.ZodType>> = {
  'head beginning': z.looseObject({ identity: file.identity, start: file.start }),
  'head clock': file.clock.extend({ savedAt: z.number() }),
  'head faults': z.looseObject({ faults: file.faults.unwrap(), faultsArmed: whole }),
  'head runs': z.looseObject({ plays: file.plays.unwrap(), playsBegun: whole }),
  'head life': z.looseObject({ closed: z.boolean(), next: z.int().min(1), crashes: whole }),
  'head rate': file.rate,
  booking: store.shape.bookings.element,
  due: store.shape.due.element,
  booked: z.int(),
  tokens: store.shape.tokens,
  counts: store.shape.counts,
};

/**
 * Returns a message for the first row whose value is not readable, with the row and the field. Returns undefined if every row is
 * readable.
 *
 * @example findRowProblem(rows) // 'row "booking 4121511416": field "services": missing'
 */
export function findRowProblem(rows: readonly Row[]): string | undefined {
  for (const row of rows) {
    const problem = problemOf(row);
    if (problem !== undefined) return `row "${row.kind} ${row.key}": ${problem}`;
  }
  return undefined;
}

function problemOf({ kind, key, value }: Row): string | undefined {
  const schema = schemas[kind === 'head' ? `head ${key}` : kind];
  if (!schema) return undefined; // a newer version has added this row
  try {
    const json: unknown = JSON.parse(value);
    const { error } = schema.safeParse(json);
    if (!error) return undefined;
    const [detail] = detailsOf(error, { value: json, schema });
    return detail?.field === 'body' ? detail.message : `field "${detail?.field}": ${detail?.message}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
