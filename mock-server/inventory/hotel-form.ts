import { type Form, openForm } from './form.ts';
import type { Stay } from './hotel-stay.ts';
import type { Sheet } from './hotel-text.ts';
import { convert, plans } from './rates.ts';

/** One room to be offered: which hotel, plan and group of guests. */
export interface RoomLine {
  sheet: Sheet;
  plan: number;
  /** Index of its group in the stay. */
  group: number;
}

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
  const form = openForm(stay);
  for (const [hotelIndex, lines] of hotels.entries()) {
    const sheet = lines[0]?.sheet;
    const opening = isBare ? sheet?.opening : sheet?.openingWithStatics;
    form.text((hotelIndex > 0 ? ',' : '') + (opening ?? ''));
    for (const [index, line] of lines.entries()) {
      if (index > 0) form.text(',');
      const { plan, group, sheet } = line;
      const { adults, ages, quantity } = stay.groups[group] ?? { adults: 0, ages: [], quantity: 0 };
      const guests = `"NumAdults":${adults},"ChildAges":[${ages}],"Quantity":${quantity}`;
      form.offer({
        plan,
        group,
        destinationId: sheet.hotel.destinationId,
        perSeason: perSeasonOf(line, stay),
        beforeStay: `{"Id":"${sheet.hotel.id}-`,
        beforePrice: `-${plan}",${sheet.plans[plan] ?? ''}${guests},"SellingPricePerRoom":{"Value":`,
        beforeTotal: ',"TotalSellingPrice":{"Value":',
      });
    }
    form.text(']}');
  }
  return form.end(hotels.length);
}
