import type { PropertyTax } from '#contracts';
import { convert, type Plan } from './rates.ts';

/** What the client has to show beside the price: taxes paid on the spot, and text that can name more of them. */
export interface Extras {
  taxes?: PropertyTax[];
  moreInformation?: string;
}

/** What a product asks for on the spot. */
export interface Fees {
  /** In the booking's currency; `cents` of BRL. */
  local: Pick<PropertyTax, 'Name' | 'Type'> & { cents: number };
  /** In another currency, in whole units of it. */
  foreign: Pick<PropertyTax, 'Name' | 'Type' | 'Amount'>;
  /** Named in the text only. */
  text: string;
}

/** The fees of a plan: in the booking's currency, in another one, only hidden in the text, or none (flow.7). */
export function extrasOf(plan: Plan, currency: string, { local, foreign, text }: Fees): Extras {
  if (!plan.refundable) return { moreInformation: text };
  if (plan.restriction === 'OnRequest') return {};
  if (plan.prePayment) {
    const other = currency === 'USD' ? 'EUR' : 'USD';
    return { taxes: [{ Name: foreign.Name, Amount: foreign.Amount, Currency: other, Type: foreign.Type }] };
  }
  const { Name, Type, cents } = local;
  return { taxes: [{ Name, Amount: convert(cents, currency) / 100, Currency: currency, Type }] };
}
