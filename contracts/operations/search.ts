import * as z from 'zod/mini';
import { defineOperation } from '../operation.ts';
import { assumed, byAssumption, specified } from '../provenance.ts';
import { credentialField, errorsField, type Product, productNames, timeSpanField } from '../shapes/index.ts';

/** What one product's Search has of its own. */
export interface ProductSearch<
  P extends Product,
  Criteria extends z.ZodMiniType,
  Offers extends z.core.$ZodShape,
> {
  product: P;
  /** What is searched, in words: "hotel rooms". */
  what: string;
  criteria: Criteria;
  /** The list of offers under the product's name for it, made when it is asked for. */
  offers: () => Offers;
}

const tokens = {
  Token: specified('field.token', z.string()),
  ReToken: specified('field.retoken', z.string()),
  ...timeSpanField,
  TotalTime: assumed('field', z.number()),
};

/**
 * Availability, the first of the three steps, which every product has alike but for criteria and offers (svc.1).
 *
 * @example defineSearch({ product: 'car', what: 'rental cars', criteria, offers: () => ({ Cars }) })
 */
export function defineSearch<
  const P extends Product,
  Criteria extends z.ZodMiniType,
  Offers extends z.core.$ZodShape,
>({ product, what, criteria, offers }: ProductSearch<P, Criteria, Offers>) {
  return defineOperation({
    id: `${product}.search` as const,
    product,
    base: 'base',
    method: 'POST',
    path: `/API/REST/${productNames[product].service}.svc/Search` as const,
    effect: 'read',
    summary: `Searches available ${what} and gives the Token that the next step consumes.`,
    provenance: byAssumption('operation'),
    answerProvenance: byAssumption('operation'),
    request: z.strictObject({ ...credentialField, Criteria: assumed('field', criteria) }),
    answer: () => z.looseObject({ ...tokens, ...offers(), ...errorsField }),
    problems: [],
  });
}
