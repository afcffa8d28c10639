import type { BookingOutcome } from '#client';
import { createWorld, hotelRequest, minute, rooms, type World } from './world.ts';

/** What is otherwise than that a user takes a flexible room at once. */
export interface How {
  readonly room?: keyof typeof rooms;
  /** The user says no. */
  readonly declines?: true;
  /** Minutes that the user thinks before choosing an offer, the first time. */
  readonly chooses?: number;
  /** Minutes that the user thinks before agreeing, the first time. */
  readonly agrees?: number;
}

/** What a booking came to, on both sides. */
export interface Played {
  readonly outcome: BookingOutcome['outcome'];
  readonly calls: string;
  /** The statuses of what the supplier holds, and of what was charged. */
  readonly held: string[];
  readonly charges: string[];
  readonly minutes: number;
  /** The reason of each question: `first` if nothing differs from before. */
  readonly asked: string[];
}

/** Books a hotel in a world with faults. */
export async function play(faults: readonly string[], how: How = {}): Promise<Played & Spoken> {
  const world = createWorld(faults);
  const outcome = await bookIn(world, how);
  return {
    outcome: outcome.outcome,
    calls: world.calls(),
    held: world.held(),
    charges: world.charges(),
    minutes: world.minutes(),
    asked: world.asked.map(
      ({ priceChanged, conditionsChanged }) =>
        [priceChanged ? 'price' : [], conditionsChanged ? 'conditions' : []].flat().join(' and ') || 'first',
    ),
    said: outcome,
    world,
  };
}

/** The outcome whole, and where it was played. */
interface Spoken {
  readonly said: BookingOutcome;
  readonly world: World;
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

/** The result of a plain booking. Each case changes parts of it. */
export const plain: Played = {
  outcome: 'confirmed',
  calls: 'search, conditions, book, detail',
  held: ['confirmed'],
  charges: [],
  minutes: 0,
  asked: ['first'],
};
