import { limits, type Pax } from '#contracts';
import type { Occupancy } from './offer.ts';

/** Guests that do not fit what was searched for. */
export class GuestsError extends Error {
  override readonly name = 'GuestsError';
}

const isChild = ({ IsChild, Age }: Pax): boolean => IsChild ?? Age <= limits.childAge.value;

/**
 * Puts guests into rooms as these were searched for: so many adults, and children of exactly these ages
 * (field.child-age).
 *
 * @throws GuestsError when somebody is missing or left over
 */
export function putIntoRooms(guests: readonly Pax[], rooms: readonly Occupancy[]): Pax[][] {
  const left = [...guests];
  const take = (what: string, fits: (guest: Pax) => boolean): Pax => {
    const index = left.findIndex(fits);
    const [guest] = index < 0 ? [] : left.splice(index, 1);
    if (!guest) throw new GuestsError(`guests: ${what} is missing for what was searched for`);
    return guest;
  };
  const filled = rooms.map(({ adults, childAges }) => [
    ...Array.from({ length: adults }, () => take('an adult', guest => !isChild(guest))),
    ...childAges.map(age => take(`a child of ${age}`, guest => isChild(guest) && guest.Age === age)),
  ]);
  if (left.length === 0) return filled;
  const names = left.map(({ Name, Surname }) => `${Name} ${Surname}`).join(', ');
  throw new GuestsError(`guests: ${left.length} more than were searched for (${names})`);
}
