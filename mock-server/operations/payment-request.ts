import type { BookingPayment, Complaint, PaymentCondition } from '#contracts';
import { isCpf, type Warning } from '#contracts/exchange';
import { isCountryCode } from '#contracts/shapes';

// What DoBooking and payBooking look at alike. `prefix` is where the payment stands: '' or, for example, 'Payment.'.

/** Compares a payment with the ways to pay that were offered: its condition, then the instalments of that (res.payment). */
export function inspectCondition(
  { PaymentConditionId: id, PaymentRequestCC1: { CreditCard } }: BookingPayment,
  offered: readonly PaymentCondition[],
  prefix: string,
): Complaint[] {
  const condition = offered.find(entry => entry.PaymentConditionId === id);
  if (!condition) {
    const known = [...new Set(offered.map(entry => entry.PaymentConditionId))].join(', ');
    const message = `"${id}" was not offered for what is to be paid; offered are ${known}`;
    return [{ field: `${prefix}PaymentConditionId`, message }];
  }
  const { NumberPayments: instalments } = CreditCard;
  if (instalments === condition.Installments) return [];
  const field = `${prefix}PaymentRequestCC1.CreditCard.NumberPayments`;
  return [{ field, message: `${instalments}, but payment condition "${id}" has ${condition.Installments}` }];
}

/**
 * What is odd about who pays. The specification shows these fields as any text, so nothing of it is refused
 * (res.contracting-party); the values stay out of the messages (auth.5).
 */
export function oddPayment({ PaymentRequestCC1 }: BookingPayment, prefix: string): Warning[] {
  const { CountryCode, CPF, Email } = PaymentRequestCC1.ContractingParty;
  const odd: [field: string, message: string][] = [];
  if (!isCountryCode(CountryCode))
    odd.push(['CountryCode', 'no ISO 3166-1 alpha-2 country code in capitals, such as "BR"']);
  if (CountryCode === 'BR' && !isCpf(CPF.replace(/[ .-]/g, '')))
    odd.push(['CPF', 'no CPF: 11 digits whose last two are check digits']);
  if (!Email.includes('@')) odd.push(['Email', 'no e-mail address']);
  const party = `${prefix}PaymentRequestCC1.ContractingParty`;
  return odd.map(([name, message]) => ({ kind: 'lenient', field: `${party}.${name}`, message }));
}
