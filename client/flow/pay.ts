import { limits, pollingPlan } from '#contracts';
import { mayHaveTakenEffect } from '../errors.ts';
import { type Purchase, paymentOf } from './agree-conditions.ts';
import { pollUntil, readWithRetries } from './poll.ts';
import type { BookingSnapshot, Reason } from './snapshot.ts';
import type { Context, Paying } from './states.ts';

type Paid =
  /** Charged, or no charge is needed any more. */
  | { readonly kind: 'paid'; readonly snapshot: BookingSnapshot }
  | { readonly kind: 'declined'; readonly reasons: readonly Reason[] }
  | { readonly kind: 'no-card' }
  | { readonly kind: 'unknown' };

const maxPayments = 2;

/**
 * Pays once (svc.3). After a lost answer, also of an earlier process, looks for the charge, and pays again without one (as
 * decision 3 allows for DoBooking). A declined card is not sent again.
 */
export async function pay(state: Paying, context: Context): Promise<Paid> {
  const { purchase, claim } = state;
  let snapshot: BookingSnapshot | undefined = state.snapshot;
  if (purchase?.isSent && !snapshot.booking) snapshot = await readWithRetries(state, context);
  for (let payments = 0; ; payments += 1) {
    const { paySentAt: sentAt, payDeclines = 0 } = claim?.record ?? {};
    if (snapshot && sentAt !== undefined && !isDecided(snapshot, purchase, payDeclines))
      snapshot = await findCharge(sentAt, { ...state, snapshot }, context);
    if (!snapshot) return { kind: 'unknown' };
    if (hasCharge(snapshot, purchase)) return followCharge({ ...state, snapshot }, context);
    await recordPayment(state, undefined, context);
    // Earlier callers may have had other cards.
    if (payments > 0 && declinesIn(snapshot, purchase) > payDeclines)
      return { kind: 'declined', reasons: snapshot.errors };
    if (!purchase?.payment) return { kind: 'no-card' };
    if (payments === maxPayments) return { kind: 'unknown' };
    const paid = await payOnce(purchase, { ...state, snapshot }, context);
    if (paid.kind !== 'lost') return paid;
    snapshot = paid.snapshot;
  }
}

/** Another process then looks for the charge before it pays a second time. */
async function recordPayment(
  { claim, snapshot, purchase }: Paying,
  paySentAt: number | undefined,
  { clock }: Context,
) {
  if (!claim || paySentAt === claim.record.paySentAt) return;
  const payDeclines = paySentAt === undefined ? undefined : declinesIn(snapshot, purchase);
  await claim.save({ paySentAt, payDeclines, updatedAt: clock.now() });
}

async function payOnce(
  purchase: Purchase,
  state: Paying,
  context: Context,
): Promise<Paid | { readonly kind: 'lost'; readonly snapshot: BookingSnapshot | undefined }> {
  const { call, signal, clock } = context;
  const request = { BookingId: state.bookingId, ...paymentOf(purchase) };
  const leaving = () => recordPayment(state, clock.now(), context);
  try {
    const { answer } = await call('payBooking', request, { signal, leaving });
    const { PaymentStatus, Errors } = answer;
    const isDeclined = PaymentStatus === 'Declined';
    const snapshot = isDeclined ? undefined : await readWithRetries(state, context);
    if (!isDeclined && !snapshot) return { kind: 'unknown' };
    // After Errors[], only the booking shows a charge (flow.4).
    if (snapshot && (Errors.length === 0 || hasCharge(snapshot, purchase)))
      return followCharge({ ...state, snapshot }, context);
    await recordPayment(state, undefined, context);
    return { kind: 'declined', reasons: Errors };
  } catch (error) {
    if (mayHaveTakenEffect(error)) return { kind: 'lost', snapshot: await readWithRetries(state, context) };
    await recordPayment(state, undefined, context);
    throw error;
  }
}

async function findCharge(since: number, state: Paying, context: Context) {
  const { value: interval } = limits.pollTechnicalProblem;
  const { value: window } = limits.pollWindow;
  const now = context.clock.now();
  if (now >= since + window) return state.snapshot;
  const { payDeclines = 0 } = state.claim?.record ?? {};
  const isOpen = (each: BookingSnapshot) => !isDecided(each, state.purchase, payDeclines);
  return pollUntil(state, { since, last: now, interval, window, isOpen }, context);
}

async function followCharge(state: Paying, context: Context): Promise<Paid> {
  const { snapshot, purchase } = state;
  const plan = pollingPlan('pending', false);
  if (snapshot.status !== 'awaiting-payment' || !plan) return { kind: 'paid', snapshot };
  const now = context.clock.now();
  const isOpen = (each: BookingSnapshot) => each.status === 'awaiting-payment' && hasCharge(each, purchase);
  const last = await pollUntil(state, { ...plan, since: now, last: now, isOpen }, context);
  if (!last) return { kind: 'unknown' };
  return hasCharge(last, purchase)
    ? { kind: 'paid', snapshot: last }
    : { kind: 'declined', reasons: last.errors };
}

/** Other services have other payment conditions. */
function ownPayments({ booking }: BookingSnapshot, purchase: Purchase | undefined) {
  const own = purchase?.conditions.map(({ PaymentConditionId }) => PaymentConditionId) ?? [];
  const isOwn = (id: string) => own.length === 0 || own.includes(id);
  return (booking?.Payments ?? []).filter(({ PaymentConditionId }) => isOwn(PaymentConditionId));
}

function hasCharge(snapshot: BookingSnapshot, purchase: Purchase | undefined): boolean {
  if (snapshot.status !== 'awaiting-payment') return true;
  return ownPayments(snapshot, purchase).some(({ PaymentStatus }) => PaymentStatus !== 'Declined');
}

const declinesIn = (snapshot: BookingSnapshot, purchase: Purchase | undefined): number =>
  ownPayments(snapshot, purchase).filter(({ PaymentStatus }) => PaymentStatus === 'Declined').length;

/** Shows the result of a payment that came after so many declined ones. */
const isDecided = (snapshot: BookingSnapshot, purchase: Purchase | undefined, declines: number): boolean =>
  hasCharge(snapshot, purchase) || declinesIn(snapshot, purchase) > declines;
