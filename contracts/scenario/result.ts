import * as z from 'zod';
import { describeDetail } from '../fault/index.ts';
import { detailsOf, words } from '../input/index.ts';
import { money, products } from '../operations/index.ts';
import { describeJsonError, shorten } from '../util/index.ts';
import { outcome, reportedOutcomes } from './schema.ts';

const approximate = z.boolean().optional();
const shownAmount = { Value: z.number(), Currency: z.string(), approximate };

const shownToUser = z
  .looseObject({
    total: money,
    taxes: z.array(z.looseObject({ name: z.string(), amount: money, approximate })),
    moreInformation: z.string(),
    cancellationPolicies: z.array(
      z.looseObject({ StartDate: z.string(), EndDate: z.string(), ...shownAmount }),
    ),
    pricingInfo: z.looseObject({ Base: money, Taxes: money, Total: money }).partial(),
    penalty: z.looseObject(shownAmount),
  })
  .partial();

/** Other fields are ignored. */
export const resultSchema = z.looseObject({
  outcome: z.enum(reportedOutcomes),
  bookingId: words.optional(),
  services: z.array(z.looseObject({ product: z.enum(products), outcome })).optional(),
  shownToUser: shownToUser.optional(),
  why: z.string().optional(),
});

/** The result that a client under test reports at the end of its task. */
export type Result = z.infer<typeof resultSchema>;

export type ReadResult = { readonly result: Result } | { readonly problem: string };

const maxShown = 120;

/** Never throws. A field with the value null is treated as missing. */
export function readResult(text: string): ReadResult {
  const plain = text.replace(/^\uFEFF/, '');
  const value = parse(plain);
  if (value === undefined)
    return {
      problem: `the text is not JSON: ${describeJsonError(plain)}: ${JSON.stringify(shorten(text.trim(), maxShown))}`,
    };
  const parsed = resultSchema.safeParse(value);
  if (parsed.success) return { result: parsed.data };
  const details = detailsOf(parsed.error, { schema: resultSchema, value });
  return { problem: details.map(describeDetail).join('; ') };
}

/** Many languages write null for a missing value. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text, (_, value) => (value === null ? undefined : value));
  } catch {
    return undefined;
  }
}
