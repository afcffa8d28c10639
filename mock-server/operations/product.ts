import type { Product } from '#contracts';
import { cancel } from './cancel.ts';
import type { Call, Handlers } from './handler.ts';
import { search } from './search.ts';

/** What a product does between Search and cancellation. */
export interface StepHandlers<P extends Product> {
  conditions: Handlers[`${P}.getBookingConditions`];
  /** By the ReToken, whatever Token comes with it. */
  revalidation: Handlers[`${P}.revalidateBookingConditions`];
  booking: Handlers[`${P}.doBooking`];
}

type ProductHandlers<P extends Product> = Pick<
  Handlers,
  | `${P}.search`
  | `${P}.getBookingConditions`
  | `${P}.revalidateBookingConditions`
  | `${P}.doBooking`
  | `${P}.cancelByService`
>;

/**
 * The handlers of a product, as the table of all has them.
 *
 * @example handlersOf('car', createFlatSteps('car'))['car.search']
 */
export function handlersOf<const P extends Product>(
  product: P,
  { conditions, revalidation, booking }: StepHandlers<P>,
): ProductHandlers<P> {
  const handlers = {
    [`${product}.search`]: ({ Criteria }: { Criteria: unknown }, call: Call) =>
      search(product, Criteria, call),
    [`${product}.getBookingConditions`]: conditions,
    [`${product}.revalidateBookingConditions`]: revalidation,
    [`${product}.doBooking`]: booking,
    [`${product}.cancelByService`]: (request: { BookingId: string; ServiceId: string }, call: Call) =>
      cancel(request.BookingId, { product, id: request.ServiceId }, call),
  };
  return handlers as unknown as ProductHandlers<P>; // computed keys widen to string
}
