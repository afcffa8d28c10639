import { addDays, utcDate } from '#contracts';

/** What is asked for, where somebody has a wish. */
export interface Wanted {
  /** What Autocomplete is asked; a usual place, or else that of the airport, where nobody names one. */
  readonly destination?: string | undefined;
  /** What Search is asked, where Autocomplete is not to be. */
  readonly destinationId?: string | undefined;
  /** IATA code. */
  readonly airport: string;
  /** `YYYY-MM-DD`. */
  readonly checkin: string;
  readonly nights: number;
}

/** What Autocomplete is asked where nobody names a place. */
export const usualDestination = 'Rio de Janeiro';

/** Far enough ahead to be sold everywhere, and to be cancelled for nothing. */
const daysAhead = 60;

/** The day that is asked for where nobody says one: 60 days after an instant, epoch milliseconds. */
export const usualCheckin = (now: number): string => addDays(utcDate(now), daysAhead);

/** Who travels: two adults, so that nothing is asked about children. */
const adults = 2;
const time = '12:00';

/** The places that Searches are for. */
export interface Places {
  readonly destinationId: string;
  readonly airport: string;
  /** A hotel that a transfer can go to; the destination where there is none. */
  readonly hotelId: string | undefined;
}

/** The criteria of a Search of each product. */
export function criteriaOf({ destinationId, airport, hotelId }: Places, { checkin, nights }: Wanted) {
  const checkout = addDays(checkin, nights);
  const atAirport = { LocationCode: airport, LocationType: 'Airport' };
  const toHotel =
    hotelId === undefined
      ? { LocationCode: destinationId, LocationType: 'Destination' }
      : { LocationCode: hotelId, LocationType: 'Hotel' };
  return {
    hotel: {
      DestinationId: destinationId,
      CheckinDate: checkin,
      CheckoutDate: checkout,
      SearchRooms: [{ NumAdults: adults }],
      Nationality: 'BR',
      ReturnOnRequestRooms: true,
    },
    car: {
      Pickup: { ...atAirport, Date: checkin, Time: time },
      Dropoff: { ...atAirport, Date: checkout, Time: time },
    },
    transfer: {
      Pickup: atAirport,
      Dropoff: toHotel,
      ServiceDate: checkin,
      Time: time,
      NumberOfAdults: adults,
    },
    tour: {
      DestinationId: destinationId,
      InitialServiceDate: checkin,
      FinalServiceDate: checkout,
      NumberOfAdults: adults,
    },
  };
}

/** Names that no supplier refuses, and nobody has. */
export const travellers = [
  { Name: 'Contract', Surname: 'Check', Age: 40 },
  { Name: 'Second', Surname: 'Check', Age: 40 },
];
