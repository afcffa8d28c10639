import * as z from 'zod/mini';
import { alsoNamed } from '../aliases.ts';
import { limits } from '../limits.ts';
import { assumed, component, specified } from '../provenance.ts';
import { requireOneOf } from '../require.ts';
import {
  amount,
  atLeastOne,
  atMost,
  bookingPayment,
  count,
  countryCode,
  currencyCode,
  isoDate,
  money,
  offerFlags,
  pax,
  text,
  word,
} from '../shapes/index.ts';
import { once } from '../util/index.ts';
import { defineProduct } from './product.ts';

const hotelId = z.int({ error: 'expected a hotel id, a whole number' });

const searchRoom = component(
  'SearchRoom',
  z.strictObject({
    NumAdults: assumed('field', count(1, limits.guestsPerRoom.value, 'adults')),
    ChildAges: assumed('pax', z.optional(z.array(count(0, limits.childAge.value, 'years')))),
    Quantity: assumed('field', z.optional(count(1, limits.rooms.value, 'rooms'))),
  }),
);

const filters = component(
  'HotelFilters',
  z.strictObject({
    CheapestRoomOnly: assumed('field', z.optional(z.boolean())),
    MinPrice: assumed('field', z.optional(amount.check(z.minimum(0)))),
    MaxPrice: assumed('field', z.optional(amount.check(z.minimum(0)))),
    HidePackageRate: assumed('field', z.optional(z.boolean())),
  }),
);

const criteria = component(
  'HotelCriteria',
  requireOneOf(
    z.strictObject({
      DestinationId: assumed('field', z.optional(text)),
      HotelIds: assumed(
        'alternative',
        alsoNamed(
          ['HotelsIds', 'Filters.SelectedHotelsIds'],
          z.optional(z.array(hotelId).check(z.minLength(1), z.maxLength(limits.hotelIds.value))),
        ),
      ),
      CheckinDate: specified('date.local', isoDate),
      CheckoutDate: specified('date.local', z.optional(isoDate)),
      NumNights: assumed('alternative', z.optional(count(1, limits.nights.value, 'nights'))),
      SearchRooms: assumed('field', z.array(searchRoom).check(atLeastOne('room'))),
      Nationality: specified('field.country', z.optional(countryCode)),
      MainPaxCountryCodeNationality: assumed('alternative', z.optional(countryCode)),
      Residence: specified('field.country', z.optional(countryCode)),
      Currency: assumed('field', z.optional(currencyCode)),
      ReturnOnRequestRooms: specified('field.return-on-request', z.optional(z.boolean())),
      ReturnHotelStaticData: assumed('field', z.optional(z.boolean())),
      Filters: assumed('field', z.optional(filters)),
      SearchType: assumed('field', z.optional(word)),
      Timeout: assumed('field', z.optional(z.number().check(z.minimum(0)))),
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
      Address: assumed('field', z.optional(z.string())),
      Category: assumed('field', z.optional(z.string())),
      Latitude: assumed('field', z.optional(z.number())),
      Longitude: assumed('field', z.optional(z.number())),
      Rooms: assumed('field', z.array(roomOffer())),
    }),
  ),
);

const roomIds = z.array(text).check(atLeastOne('room id'), atMost(limits.rooms.value, 'room ids'));

const hotelIdField = { HotelId: assumed('field', hotelId) };

const bookingRoom = component(
  'BookingRoom',
  z.strictObject({
    RoomId: assumed('field', text),
    Paxs: assumed('pax', z.array(pax).check(atLeastOne('guest'))),
    Payment: assumed('field', z.optional(bookingPayment)),
  }),
);

/** The operations for hotels (svc.1). To book a room twice, send the id of the room twice in RoomIds and in Rooms. */
export const hotelOperations = defineProduct({
  product: 'hotel',
  found: 'hotel rooms',
  chosen: 'chosen rooms',
  criteria,
  offers: () => ({ Hotels: assumed('field', z.array(hotelOffer())) }),
  selection: { ...hotelIdField, RoomIds: assumed('field', roomIds) },
  booked: {
    ...hotelIdField,
    // RoomIds is optional, because Rooms also contains the room ids.
    RoomIds: assumed('field', z.optional(roomIds)),
    Rooms: assumed('field', z.array(bookingRoom).check(atLeastOne('room'), z.maxLength(limits.rooms.value))),
  },
});

/** The criteria of a hotel Search. */
export type HotelCriteria = z.infer<typeof criteria>;
/** One requested room in the criteria of a hotel Search. */
export type SearchRoom = z.infer<typeof searchRoom>;
/** One room offer in the answer to a hotel Search. */
export type HotelRoomOffer = z.infer<ReturnType<typeof roomOffer>>;
