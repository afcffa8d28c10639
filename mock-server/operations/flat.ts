import { type BookingPayment, type Pax, type Product, productNames } from '#contracts';
import type { Selection } from '../inventory/index.ts';
import { giveConditions } from './conditions.ts';
import { book } from './do-booking.ts';
import type { Call } from './handler.ts';

type Chosen<Item extends string> = Record<Item, string> & { ServiceDate?: string };
type Tokens = { Token?: string | undefined; ReToken?: string | undefined };
interface Wanted {
  Token: string;
  BookingId: string;
  Paxs: Pax[];
  ExternalReference?: string | undefined;
  Payment?: BookingPayment | undefined;
}

/** The field that names an offer of a product. */
type ItemOf<P extends Product> = (typeof productNames)[P]['item'];

/**
 * The steps after Search of a product whose offers are single items.
 *
 * @example createFlatSteps('car').conditions
 */
export function createFlatSteps<const P extends Product>(product: P) {
  type Item = ItemOf<P>;
  const item: Item = productNames[product].item;
  const select = ({ ServiceDate: serviceDate, [item]: id }: Chosen<Item>): Selection => ({
    item: id,
    units: [],
    ...(serviceDate !== undefined && { serviceDate }),
  });
  const conditions = (request: Chosen<Item> & Tokens, call: Call) => {
    const { Token: token, ReToken: reToken } = request;
    return giveConditions({ product, token, reToken, selection: select(request) }, call);
  };
  return {
    conditions,
    /** By the ReToken, whatever Token comes with it. */
    revalidation: (request: Chosen<Item> & Tokens, call: Call) =>
      conditions({ ...request, Token: undefined }, call),
    booking(request: Chosen<Item> & Wanted, call: Call) {
      const { Token: token, BookingId: bookingId, Paxs: paxs, Payment: payment } = request;
      return book(
        {
          product,
          fields: { item },
          token,
          bookingId,
          selection: select(request),
          units: [{ field: 'Paxs', paxs }],
          reference: request.ExternalReference,
          payment: payment && { field: 'Payment', value: payment },
        },
        call,
      );
    },
  };
}
