import { type Complaint, limits, type Pax } from '#contracts';
import type { Occupancy, Quote } from '../inventory/quote.ts';

/** The guests of one unit, and where they stand in the request. */
export interface UnitGuests {
  field: string;
  unit: string;
  paxs: Pax[];
}

const isChild = (pax: Pax): boolean => pax.IsChild ?? pax.Age <= limits.childAge.value;

/** Compares the guests of every unit with those its price was searched for (field.child-age). */
export function inspectGuests(units: readonly UnitGuests[], quote: Quote): Complaint[] {
  const wanted = new Map<string, Occupancy[]>();
  for (const [index, unit] of quote.units.entries()) {
    const occupancy = quote.occupancies[index];
    if (occupancy) wanted.set(unit, [...(wanted.get(unit) ?? []), occupancy]);
  }
  return units.flatMap(({ field, unit, paxs }) => {
    const occupancy = wanted.get(unit)?.pop();
    return occupancy ? inspectUnit(field, paxs, occupancy) : [];
  });
}

function inspectUnit(field: string, paxs: readonly Pax[], { adults, ages }: Occupancy): Complaint[] {
  const children = paxs.filter(isChild).map(pax => pax.Age);
  const complaints: Complaint[] = [];
  const grown = paxs.length - children.length;
  if (grown !== adults) {
    complaints.push({
      field: `${field}.Paxs`,
      message: `${grown} adults; the Search had ${adults} in this room`,
    });
  }
  const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b).join(', ');
  if (sorted(children) !== sorted(ages)) {
    const message = `children of [${sorted(children)}]; the Search had [${sorted(ages)}]: send the exact age of every child`;
    complaints.push({ field: `${field}.Paxs`, message });
  }
  return complaints;
}
