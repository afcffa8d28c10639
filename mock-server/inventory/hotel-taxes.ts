import type { PropertyTax } from '#contracts';
import { convert, type Plan } from './rates.ts';
import type { Hotel } from './reference/index.ts';

/** What the client has to show beside the price: taxes paid at the hotel, and text that can name more of them. */
export interface Extras {
  taxes?: PropertyTax[];
  moreInformation?: string;
}

const saverText =
  'A tourism fee of 2 % of the stay is not included and paid at the property. Bring a photo document.';

/** The taxes of a plan: in the booking's currency, in another one, or only hidden in the text (flow.7). */
export function extrasOf(hotel: Hotel, plan: Plan, currency: string): Extras {
  const level = Number(hotel.category);
  if (!plan.refundable) return { moreInformation: saverText };
  if (plan.restriction === 'OnRequest') return {};
  if (plan.prePayment) {
    const other = currency === 'USD' ? 'EUR' : 'USD';
    return { taxes: [{ Name: 'Resort fee', Amount: 4 * level, Currency: other, Type: 'PerStay' }] };
  }
  const cents = convert(level * 250, currency);
  return { taxes: [{ Name: 'City tax', Amount: cents / 100, Currency: currency, Type: 'PerNight' }] };
}
