import { type Product, productNames } from '#contracts';
import { asObject, type JsonObject } from '#contracts/util';
import type { CallName } from './asker.ts';
import type { Answer, Conversation } from './conversation.ts';
import { criteriaOf, type Places, usualDestination, type Wanted } from './criteria.ts';

/**
 * Plays all that only reads: static data, search and conditions of each product, the back office. What one
 * answer gives feeds the next call; what none gave is left out, and said so.
 *
 * @returns the places that were found, for a booking
 */
export async function playReading(talk: Conversation, wanted: Wanted): Promise<Found> {
  const found = await playStaticData(talk, wanted);
  for (const product of ['hotel', 'car', 'transfer', 'tour'] as const) {
    if ('places' in found) await playProduct(talk, product, { places: found.places, wanted });
    else talk.skip(`${product}.search`, found.why);
  }
  await playBackOffice(talk);
  return found;
}

/** The places that searches are for, or why there are none. */
export type Found = { readonly places: Places } | { readonly why: string };

async function playStaticData(talk: Conversation, wanted: Wanted): Promise<Found> {
  const term = wanted.destination ?? usualDestination;
  const autocomplete = await talk.ask('autocomplete', { term });
  const suggested = listOf(autocomplete?.json);
  const airport = await talk.ask('airportDetail', { airportCode: wanted.airport });
  const hotelId = textOf(suggested.find(({ type }) => type === 'Hotel')?.id);
  const hotelNumber = Number(hotelId);
  if (Number.isInteger(hotelNumber)) await talk.ask('hotelDetail', { hotelId: hotelNumber });
  const destination = suggested.find(({ type }) => type === 'Destination') ?? suggested[0];
  const destinationId =
    wanted.destinationId ??
    textOf(destination?.destinationId) ??
    textOf(destination?.id) ??
    // Who names a place wants no other one.
    (wanted.destination === undefined ? textOf(airport?.fields.destinationId) : undefined);
  if (destinationId === undefined) return { why: whyNoPlace(wanted, autocomplete) };
  return { places: { destinationId, airport: wanted.airport, hotelId } };
}

function whyNoPlace({ destination }: Wanted, autocomplete: Answer | undefined): string {
  if (destination === undefined) return 'no destination is known: --destination-id names one';
  const given = `--destination ${JSON.stringify(destination)}`;
  if (!autocomplete)
    return `${given}: Autocomplete, which finds it, gave no answer; --destination-id names one`;
  return `${given}: the target knows no such destination`;
}

interface Aim {
  readonly places: Places;
  readonly wanted: Wanted;
}

async function playProduct(talk: Conversation, product: Product, { places, wanted }: Aim): Promise<void> {
  const search = await talk.ask(`${product}.search`, { Criteria: criteriaOf(places, wanted)[product] });
  const conditions: CallName = `${product}.getBookingConditions`;
  const again: CallName = `${product}.revalidateBookingConditions`;
  const offers = listOf(search?.fields[productNames[product].offers]);
  if (product === 'hotel') await playHotelDetails(talk, offers);
  const selection = offers.map(offer => selectionOf(product, offer)).find(chosen => chosen !== undefined);
  if (!search || !selection) {
    for (const step of [conditions, again])
      talk.skip(step, `${product}.search gave no offer that could be chosen`);
    return;
  }
  const { Token, ReToken } = search.fields;
  if (Token === undefined) talk.skip(conditions, `${product}.search gave no Token`);
  else await talk.ask(conditions, { Token, ...selection });
  if (ReToken === undefined) talk.skip(again, `${product}.search gave no ReToken`);
  else await talk.ask(again, { ReToken, ...selection });
}

/** So many hotels show which of the optional fields there are. */
const hotelsLookedAt = 3;

async function playHotelDetails(talk: Conversation, offers: readonly JsonObject[]): Promise<void> {
  const ids = offers.map(({ HotelId }) => Number(HotelId)).filter(Number.isInteger);
  for (const hotelId of ids.slice(0, hotelsLookedAt)) await talk.ask('hotelDetail', { hotelId });
}

/** The fields that choose an offer, as GetBookingConditions takes them. */
export function selectionOf(product: Product, offer: JsonObject): JsonObject | undefined {
  const { item } = productNames[product];
  const id = offer[item];
  if (id === undefined) return undefined;
  if (product === 'tour') {
    const [ServiceDate] = Array.isArray(offer.AvailableDates) ? offer.AvailableDates : [];
    return ServiceDate === undefined ? undefined : { [item]: id, ServiceDate };
  }
  if (product !== 'hotel') return { [item]: id };
  const room = listOf(offer.Rooms).find(({ Id }) => Id !== undefined);
  return room && { [item]: id, RoomIds: [room.Id] };
}

async function playBackOffice(talk: Conversation): Promise<void> {
  const list = await talk.ask('getBookingList', {});
  const [BookingId] = listOf(list?.fields.Bookings).flatMap(booking => textOf(booking.BookingId) ?? []);
  for (const name of ['getBookingDetail', 'getBooking'] as const) {
    if (BookingId !== undefined) await talk.ask(name, { BookingId });
    else talk.skip(name, 'getBookingList gave no booking to look at');
  }
}

/** Asks each tool of the tool server. */
export async function playTools(talk: Conversation): Promise<void> {
  const list = await talk.ask('tools/list_endpoints', {});
  await talk.ask('tools/get_reference', {});
  await talk.ask('tools/get_changelog', {});
  const endpointId = firstEndpoint(list);
  if (endpointId !== undefined) await talk.ask('tools/get_endpoint', { endpointId });
  else if (list) talk.skip('tools/get_endpoint', 'list_endpoints gave no endpoint to look at');
}

function firstEndpoint(list: Answer | undefined): string | undefined {
  const { endpoints } = asObject(list?.fields.structuredContent);
  return textOf(listOf(endpoints)[0]?.id);
}

/** The objects in a list. */
export const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.map(asObject) : []);

/** A text, or a number as one. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
