import { type Complaint, limits, type Pax } from '#contracts';
import type { Occupancy, Quote } from '../inventory/index.ts';

/** The guests of one unit, and where they stand in the request. */
export interface UnitGuests {
  field: string;
  /** The room; absent where a product has no such units. */
  unit?: string;
  paxs: Pax[];
}

const isChild = (pax: Pax): boolean => pax.IsChild ?? pax.Age <= limits.childAge.value;

/** Compares the guests of every unit with those its price was searched for (field.child-age). */
export function inspectGuests(units: readonly UnitGuests[], quote: Quote): Complaint[] {
  const wanted = new Map<string | undefined, Occupancy[]>();
  for (const [index, unit] of quote.units.entries()) {
    const occupancy = quote.occupancies[index];
    const name = quote.product === 'hotel' ? unit : undefined;
    if (occupancy) wanted.set(name, [...(wanted.get(name) ?? []), occupancy]);
  }
  return units.flatMap(unit => {
    const occupancy = wanted.get(unit.unit)?.pop();
    return [
      ...(occupancy ? inspectUnit(unit, occupancy) : []),
      ...(quote.seats === undefined ? [] : inspectSeats(unit, quote.seats)),
    ];
  });
}

function inspectUnit({ field, unit, paxs }: UnitGuests, { adults, ages }: Occupancy): Complaint[] {
  const children = paxs.filter(isChild).map(pax => pax.Age);
  const complaints: Complaint[] = [];
  const grown = paxs.length - children.length;
  if (grown !== adults) {
    const where = unit === undefined ? '' : ' in this room';
    complaints.push({ field, message: `${grown} adults; the Search had ${adults}${where}` });
  }
  const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b).join(', ');
  if (sorted(children) !== sorted(ages)) {
    const message = `children of [${sorted(children)}]; the Search had [${sorted(ages)}]: send the exact age of every child`;
    complaints.push({ field, message });
  }
  return complaints;
}

/** Who rides along fits in, and somebody drives. */
function inspectSeats({ field, paxs }: UnitGuests, seats: number): Complaint[] {
  const complaints: Complaint[] = [];
  if (paxs.length > seats) {
    complaints.push({ field, message: `${paxs.length} people; this car has ${seats} seats` });
  }
  if (!paxs.some(pax => pax.Age >= limits.driverAge.value)) {
    const message = `nobody here can drive: send somebody aged ${limits.driverAge.value} or more`;
    complaints.push({ field, message });
  }
  return complaints;
}
