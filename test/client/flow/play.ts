import type { BookingOutcome } from '#client';
import { createWorld, hotelRequest, minute, rooms, type World } from './world.ts';

/** The differences from a user who takes a flexible room at once. */
export interface How {
  readonly room?: keyof typeof rooms;
  readonly declines?: true;
  /** The minutes that the user thinks before choosing an offer for the first time. */
  readonly chooses?: number;
  /** The minutes that the user thinks before agreeing for the first time. */
  readonly agrees?: number;
}

export async function play(faults: readonly string[], how: How = {}) {
  const world = createWorld(faults);
  const outcome = await bookIn(world, how);
  return {
    outcome: outcome.outcome,
    calls: world.calls(),
    held: world.held(),
    charges: world.charges(),
    minutes: world.minutes(),
    // The reason of each question: `first` if nothing differs from before.
    asked: world.asked.map(
      ({ priceChanged, conditionsChanged }) =>
        [priceChanged ? 'price' : [], conditionsChanged ? 'conditions' : []].flat().join(' and ') || 'first',
    ),
    said: outcome,
    world,
  };
}

function bookIn({ client, asked, sleep }: World, how: How): Promise<BookingOutcome> {
  const { room = 'flexible', chooses = 0, agrees = 0 } = how;
  let choices = 0;
  const choose: typeof hotelRequest.choose = async offers => {
    choices += 1;
    if (choices === 1 && chooses > 0) await sleep(chooses * minute);
    return offers.find(rooms[room]);
  };
  return client.book({ ...hotelRequest, choose }, async question => {
    asked.push(question);
    if (asked.length === 1 && agrees > 0) await sleep(agrees * minute);
    return !how.declines;
  });
}

export const plain = {
  outcome: 'confirmed',
  calls: 'search, conditions, book, detail',
  held: ['confirmed'],
  charges: [],
  minutes: 0,
  asked: ['first'],
};
