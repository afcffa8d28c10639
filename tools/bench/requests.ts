// The requests of the load. Dates count from the start of the sandbox clock, so no run depends on the current day.

export const clockStart = Date.UTC(2026, 11, 1, 10);

export const paths = {
  search: '/API/REST/Hotel.svc/Search',
  conditions: '/API/REST/Hotel.svc/GetBookingConditions',
  book: '/API/REST/Hotel.svc/DoBooking',
  detail: '/API/REST/ClientBackOffice.svc/GetBookingDetail',
} as const;

const credential = '"Credential":{"Username":"demo","Password":"demo"}';
const destination = '1001';
const days = 300;
const lengths = 14;
const dayMs = 86_400_000;

const dates = Array.from({ length: days + lengths + 1 }, (_, day) =>
  new Date(clockStart + (31 + day) * dayMs).toISOString().slice(0, 10),
);

/** Returns the body of a Search. Dates repeat after 4,200 numbers. */
function searchFor(n: number, rooms: string): string {
  const day = n % days;
  const nights = 1 + (Math.floor(n / days) % lengths);
  return (
    `{${credential},"Criteria":{"DestinationId":"${destination}","CheckinDate":"${dates[day]}",` +
    `"CheckoutDate":"${dates[day + nights]}","SearchRooms":[${rooms}],"Nationality":"BR"}}`
  );
}

/** Returns the body of a Search for two adults that a booking can follow: 20 hotels with 3 rooms each. */
export const searchBody = (n: number): string => searchFor(n, '{"NumAdults":2,"ChildAges":[]}');

const childAges = Array.from({ length: 18 * 18 }, (_, n) => `${n % 18},${Math.floor(n / 18)}`);
const occupancy = (n: number): string =>
  `{"NumAdults":${1 + (n % 4)},"ChildAges":[${childAges[Math.floor(n / 4) % childAges.length]}]}`;

/** Returns the body of a Search for two groups of guests: 20 hotels with 6 rooms each. A million numbers have different guests. */
export const newGuestsBody = (n: number): string =>
  searchFor(n, `${occupancy(n)},${occupancy(Math.floor(n / 1_296))}`);

/** The first offer of a Search. */
export interface Choice {
  token: string;
  hotelId: string;
  roomId: string;
}

export const conditionsBody = ({ token, hotelId, roomId }: Choice): string =>
  `{${credential},"Token":"${token}","HotelId":${hotelId},"RoomIds":["${roomId}"]}`;

const guest = (name: string, main: boolean) =>
  `{"Name":"${name}","Surname":"Silva","Age":34,"MainPax":${main},"Email":"${name}@example.com","Nationality":"BR"}`;
const guests = `[${guest('Ana', true)},${guest('Rui', false)}]`;

export const bookBody = ({ token, hotelId, roomId }: Choice, n: number): string =>
  `{${credential},"Token":"${token}","BookingId":"0","HotelId":${hotelId},"ExternalReference":"bench-${n}",` +
  `"Rooms":[{"RoomId":"${roomId}","Paxs":${guests}}]}`;

export const detailBody = (bookingId: string): string => `{${credential},"BookingId":"${bookingId}"}`;

/** Selects the first room of the first hotel, which can always be booked and paid later. */
export function chooseFirst(answer: string): Choice {
  return {
    token: valueAfter(answer, '"Token":"'),
    hotelId: valueAfter(answer, '"HotelId":'),
    roomId: valueAfter(answer, '"Id":"'),
  };
}

/** Returns the value after a field name without parsing, so that the generator stays fast. */
export function valueAfter(answer: string, name: string): string {
  const start = answer.indexOf(name) + name.length;
  if (start < name.length) throw new Error(`no ${name} in ${answer.slice(0, 400)}`);
  let end = start;
  while (end < answer.length && !'",}'.includes(answer.charAt(end))) end += 1;
  return answer.slice(start, end);
}
