// The requests of the load. Dates count from the start of the sandbox clock, so no run depends on the current day.

export const clockStart = Date.UTC(2026, 11, 1, 10);

export const paths = {
  search: '/API/REST/Hotel.svc/Search',
  conditions: '/API/REST/Hotel.svc/GetBookingConditions',
  book: '/API/REST/Hotel.svc/DoBooking',
  detail: '/API/REST/ClientBackOffice.svc/GetBookingDetail',
  car: '/API/REST/RentACar.svc/Search',
  transfer: '/API/REST/Transfer.svc/Search',
  tour: '/API/REST/Tour.svc/Search',
} as const;

/** The products beside hotels. */
export type OtherProduct = 'car' | 'transfer' | 'tour';

const credential = '"Credential":{"Username":"demo","Password":"demo"}';
const destination = '1001';
const days = 300;
const lengths = 14;
const dayMs = 86_400_000;

const dates = Array.from({ length: days + lengths + 1 }, (_, day) =>
  new Date(clockStart + (31 + day) * dayMs).toISOString().slice(0, 10),
);

/** Returns the criteria of a Search. The first five million or so all differ. */
interface Stay {
  day: number;
  nights: number;
  adults: number;
  ages: number[];
}

const ageLists: number[][] = [[]];
for (let first = 0; first < 18; first += 1) ageLists.push([first]);
for (let first = 0; first < 18; first += 1)
  for (let second = 0; second < 18; second += 1) ageLists.push([first, second]);

function nthStay(n: number): Stay {
  const guests = Math.floor(n / (days * lengths));
  return {
    day: n % days,
    nights: 1 + (Math.floor(n / days) % lengths),
    adults: 1 + (guests % 4),
    ages: ageLists[Math.floor(guests / 4) % ageLists.length] ?? [],
  };
}

function searchFor({ day, nights, adults, ages }: Stay): string {
  return (
    `{${credential},"Criteria":{"DestinationId":"${destination}","CheckinDate":"${dates[day]}",` +
    `"CheckoutDate":"${dates[day + nights]}","SearchRooms":[{"NumAdults":${adults},"ChildAges":[${ages}]}],"Nationality":"BR"}}`
  );
}

/** Returns the body of a Search with 20 hotels of 3 rooms each. Each `n` has its own criteria. */
export const searchBody = (n: number): string => searchFor(nthStay(n));

/** Returns the body of a Search for two adults that a booking can follow. Criteria repeat after 4,200. */
export const flowSearchBody = (n: number): string =>
  searchFor({ ...nthStay(n % (days * lengths)), adults: 2, ages: [] });

const criteriaOf: Record<OtherProduct, (request: Stay) => string> = {
  car({ day, nights, adults, ages }) {
    const end = (date: string | undefined, hour: number) =>
      `{"LocationCode":"GIG","LocationType":"Airport","Date":"${date}","Time":"${hour + 10}:00"}`;
    return `"Pickup":${end(dates[day], adults)},"Dropoff":${end(dates[day + nights], adults)},"DriverAge":${20 + ages.length}`;
  },
  transfer: ({ day, nights, adults, ages }) =>
    '"Pickup":{"LocationCode":"GIG","LocationType":"Airport"},"Dropoff":{"LocationCode":"1001001","LocationType":"Hotel"},' +
    `"ServiceDate":"${dates[day]}","Time":"15:${nights + 10}","NumberOfAdults":${adults},"ChildrenAges":[${ages}]`,
  tour: ({ day, nights, adults, ages }) =>
    `"DestinationId":"${destination}","InitialServiceDate":"${dates[day]}","FinalServiceDate":"${dates[day + nights]}",` +
    `"NumberOfAdults":${adults},"ChildAges":[${ages}]`,
};

/** Returns the body of a Search of another product. Each `n` has its own criteria. */
export const otherSearchBody = (product: OtherProduct, n: number): string =>
  `{${credential},"Criteria":{${criteriaOf[product](nthStay(n))}}}`;

/** Returns the first offer of a Search. */
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

const toolHeaders = 'Accept: application/json, text/event-stream\r\nAuthorization: Bearer demo-mcp-token\r\n';
const toolParams = [
  '"name":"list_endpoints","arguments":{"product":"hotel"}',
  '"name":"get_endpoint","arguments":{"endpointId":"hotel.doBooking"}',
  '"name":"get_changelog","arguments":{}',
  '"name":"get_reference","arguments":{"topic":"retoken"}',
];

/** Returns a call of the tool server. The tools take turns. */
export const toolCall = (n: number) => ({
  path: '/mcp',
  headers: toolHeaders,
  body: `{"jsonrpc":"2.0","id":${n},"method":"tools/call","params":{${toolParams[n % toolParams.length]}}}`,
});
