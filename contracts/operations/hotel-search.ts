import * as z from 'zod';
import { limits } from '../limits.ts';
import { once } from '../once.ts';
import { assumed, component, specified } from '../provenance.ts';
import { requireOneOf } from '../require.ts';
import { money } from '../shapes/money.ts';
import { offerFlags } from '../shapes/offer.ts';
import { amount, count, countryCode, currencyCode, isoDate, text, word } from '../shapes/scalars.ts';
import { inspectHotelSearch } from './hotel-search-inspect.ts';
import { defineSearch } from './search.ts';

const searchRoom = component(
  'SearchRoom',
  z.strictObject({
    NumAdults: assumed('field', count(1, limits.guestsPerRoom.value, 'adults')),
    ChildAges: assumed('pax', z.array(count(0, limits.childAge.value, 'years')).optional()),
    Quantity: assumed('field', count(1, limits.rooms.value, 'rooms').optional()),
  }),
);

const filters = component(
  'HotelFilters',
  z.strictObject({
    CheapestRoomOnly: assumed('field', z.boolean().optional()),
    MinPrice: assumed('field', amount.min(0).optional()),
    MaxPrice: assumed('field', amount.min(0).optional()),
    HidePackageRate: assumed('field', z.boolean().optional()),
  }),
);

const hotelId = z.int({ error: 'expected a hotel id, a whole number' });

const criteria = component(
  'HotelCriteria',
  requireOneOf(
    z.strictObject({
      DestinationId: assumed('field', text.optional()),
      HotelIds: assumed('alternative', z.array(hotelId).min(1).max(limits.hotelIds.value).optional()),
      CheckinDate: specified('date.local', isoDate),
      CheckoutDate: specified('date.local', isoDate.optional()),
      NumNights: assumed('alternative', count(1, limits.nights.value, 'nights').optional()),
      SearchRooms: assumed('field', z.array(searchRoom).min(1, { error: 'expected 1 room or more' })),
      Nationality: specified('field.country', countryCode.optional()),
      MainPaxCountryCodeNationality: assumed('alternative', countryCode.optional()),
      Residence: specified('field.country', countryCode.optional()),
      Currency: assumed('field', currencyCode.optional()),
      ReturnOnRequestRooms: specified('field.return-on-request', z.boolean().optional()),
      ReturnHotelStaticData: assumed('field', z.boolean().optional()),
      Filters: assumed('field', filters.optional()),
      SearchType: assumed('field', word.optional()),
      Timeout: assumed('field', z.number().min(0).optional()),
    }),
    [
      ['DestinationId', 'HotelIds'],
      ['CheckoutDate', 'NumNights'],
      ['Nationality', 'MainPaxCountryCodeNationality'],
    ],
  ),
);

const roomOffer = once(() =>
  component(
    'HotelRoomOffer',
    z.looseObject({
      Id: assumed('field', z.string()),
      RoomDescription: assumed('field', z.string()),
      BoardDescription: assumed('field', z.string()),
      HasBreakfast: assumed('field', z.boolean()),
      IsAvailable: assumed('field', z.boolean()),
      IsNonRefundable: assumed('field', z.boolean()),
      NumAdults: assumed('field', z.int()),
      ChildAges: assumed('pax', z.array(z.int())),
      Quantity: assumed('field', z.int()),
      SellingPricePerRoom: assumed('money', money),
      ...offerFlags(),
    }),
  ),
);

const hotelOffer = once(() =>
  component(
    'HotelOffer',
    z.looseObject({
      HotelId: assumed('field', z.int()),
      Name: assumed('field', z.string()),
      Address: assumed('field', z.string().optional()),
      Category: assumed('field', z.string().optional()),
      Latitude: assumed('field', z.number().optional()),
      Longitude: assumed('field', z.number().optional()),
      Rooms: assumed('field', z.array(roomOffer())),
    }),
  ),
);

/** Availability of hotels: the first of the three steps (svc.1). */
export const hotelSearch = defineSearch({
  product: 'hotel',
  what: 'hotel rooms',
  criteria,
  offers: () => ({ Hotels: assumed('field', z.array(hotelOffer())) }),
  inspect: inspectHotelSearch,
});

/** What a hotel Search asks for. */
export type HotelCriteria = z.infer<typeof criteria>;
/** One room of a hotel Search. */
export type SearchRoom = z.infer<typeof searchRoom>;
/** One room offer of a hotel Search. */
export type HotelRoomOffer = z.infer<ReturnType<typeof roomOffer>>;
