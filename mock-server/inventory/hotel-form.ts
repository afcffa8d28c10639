import { amountGap, fillCents, fillText } from './gaps.ts';
import { penaltyOf, type Share, type Stay, stayIdLength, windowsOf } from './hotel-stay.ts';
import type { Sheet } from './hotel-text.ts';
import { convert, type Plan, plans } from './rates.ts';

// The offers of a Search are written once with gaps where its dates decide: prices, windows and room ids. Filling the
// gaps costs a tenth of writing the text, and a client that asks for ever new dates asks for the same form.

/** One room to be offered: which hotel, plan and group of guests. */
export interface RoomLine {
  sheet: Sheet;
  plan: number;
  /** Index of its group in the stay. */
  group: number;
}

/** The offers of a Search without what its dates decide. */
export interface Form {
  bytes: Uint8Array;
  rooms: RoomGaps[];
  found: number;
}

interface RoomGaps {
  plan: number;
  group: number;
  destinationId: string;
  /** What the room costs for each unit of the stay's season factors, in cents of BRL. */
  perSeason: number;
  idAt: number;
  priceAt: [number, number];
  windows: { startAt: number; endAt: number; amountAt: number; share: Share }[];
}

const dateGap = '0000-00-00';

/** What a room costs for each unit of the stay's season factors, in cents of BRL. */
function perSeasonOf({ sheet, plan, group }: RoomLine, stay: Stay): number {
  const { twentieths } = plans[plan] ?? plans[0];
  return sheet.units * (stay.groups[group]?.weight ?? 0) * twentieths;
}

/** The price of one room for the whole stay, in cents of the stay's currency. */
export function priceRoom(line: RoomLine, seasonSum: number, stay: Stay): number {
  return convert(perSeasonOf(line, stay) * seasonSum, stay.currency);
}

/** Writes the form for the rooms of some hotels, hotel by hotel. */
export function writeForm(hotels: readonly (readonly RoomLine[])[], stay: Stay, isBare: boolean): Form {
  const rooms: RoomGaps[] = [];
  let text = '';
  /** Adds text and gives the place behind it. */
  const add = (part: string): number => {
    text += part;
    return text.length;
  };
  for (const [hotelIndex, lines] of hotels.entries()) {
    const sheet = lines[0]?.sheet;
    add((hotelIndex > 0 ? ',' : '') + (isBare ? (sheet?.opening ?? '') : (sheet?.openingWithStatics ?? '')));
    for (const [index, line] of lines.entries()) {
      if (index > 0) add(',');
      rooms.push(writeRoom(line, stay, add));
    }
    add(']}');
  }
  return { bytes: new TextEncoder().encode(text), rooms, found: hotels.length };
}

function writeRoom(line: RoomLine, stay: Stay, add: (part: string) => number): RoomGaps {
  const { adults, ages, quantity } = stay.groups[line.group] ?? { adults: 0, ages: [], quantity: 0 };
  const tail = `,"Currency":"${stay.currency}"}`;
  const idAt = add(`{"Id":"${line.sheet.hotel.id}-`);
  add(`${' '.repeat(stayIdLength)}-${line.plan}",${line.sheet.plans[line.plan] ?? ''}`);
  const guests = `"NumAdults":${adults},"ChildAges":[${ages}],"Quantity":${quantity}`;
  const first = add(`${guests},"SellingPricePerRoom":{"Value":`);
  const second = add(`${amountGap}${tail},"TotalSellingPrice":{"Value":`);
  add(`${amountGap}${tail},"CancellationPolicies":[`);
  const windows = windowsOf(plans[line.plan] ?? plans[0], stay).map(({ share }, index) => {
    const startAt = add(`${index > 0 ? ',' : ''}{"StartDate":"`);
    const endAt = add(`${dateGap}","EndDate":"`);
    const amountAt = add(`${dateGap}","Value":`);
    add(amountGap + tail);
    return { startAt, endAt, amountAt, share };
  });
  add(']}');
  const { plan, group, sheet } = line;
  const { destinationId } = sheet.hotel;
  const perSeason = perSeasonOf(line, stay);
  return { plan, group, destinationId, perSeason, idAt, priceAt: [first, second], windows };
}

/**
 * Fills a form in for a stay.
 *
 * @param into memory at least as long as the form; it is overwritten
 * @param seasonSums the season factors of the stay by destination
 */
export function fillForm(
  form: Form,
  stay: Stay,
  into: Uint8Array,
  seasonSums: ReadonlyMap<string, number>,
): void {
  into.set(form.bytes);
  const windows = plans.map((plan: Plan) => windowsOf(plan, stay));
  const { groups, nights, currency } = stay;
  for (const room of form.rooms) {
    const cents = convert(room.perSeason * (seasonSums.get(room.destinationId) ?? 0), currency);
    fillText(into, room.idAt, groups[room.group]?.stayId ?? '');
    fillCents(into, room.priceAt[0], cents);
    fillCents(into, room.priceAt[1], cents);
    const ofPlan = windows[room.plan] ?? [];
    for (let index = 0; index < ofPlan.length; index += 1) {
      const gap = room.windows[index];
      const window = ofPlan[index];
      if (!gap || !window) continue;
      fillText(into, gap.startAt, window.start);
      fillText(into, gap.endAt, window.end);
      fillCents(into, gap.amountAt, penaltyOf(gap.share, cents, nights));
    }
  }
}
