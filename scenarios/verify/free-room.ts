import { dayNumber } from '#contracts/calendar';
import { maskFormat } from '#contracts/exchange';
import type { JsonObject } from '#contracts/util';
import { listOf } from './read-steps.ts';

/** A room that a Search offered. */
export interface Room {
  readonly HotelId: unknown;
  readonly room: JsonObject;
}

/** The first room that costs nothing so far; or why none of those that were offered is taken. */
export type Choice = { readonly chosen: Room } | { readonly why: string };

/**
 * Chooses a room that needs no card and can be cancelled for nothing.
 *
 * @param answer of a Search for hotels
 * @param today the latest date that is today anywhere, `YYYY-MM-DD`
 * @example chooseRoom({ Hotels: [] }, '2026-11-20') // { why: 'no room was offered' }
 */
export function chooseRoom({ Hotels }: JsonObject, today: string): Choice {
  const rooms = listOf(Hotels).flatMap(({ HotelId, Rooms }) =>
    listOf(Rooms).map(room => ({ HotelId, room })),
  );
  const reasons: string[] = [];
  for (const chosen of rooms) {
    const why = chosen.room.Id === undefined ? 'it has no Id' : whyNotFree(chosen.room, today);
    if (why === undefined) return { chosen };
    reasons.push(why);
  }
  if (reasons.length === 0) return { why: 'no room was offered' };
  const told = [...Map.groupBy(reasons, why => why)].map(([why, all]) => `${why} (${all.length} of them)`);
  return {
    why: `no room that needs no card and can be cancelled for nothing was offered: ${told.join('; ')}`,
  };
}

/**
 * Why an offer is not one that costs nothing so far; undefined where it is one. What it does not say plainly counts against it.
 *
 * @example whyNotFree({ ...room, CancelPolicies: [] }, '2026-11-20') // 'it says nothing of what it costs to cancel'
 */
export function whyNotFree(offer: JsonObject, today: string): string | undefined {
  const { RestrictionType, IsPrePayment, CanPayLater, CancelPolicies, CancellationPolicies } = offer;
  if (RestrictionType !== 'CanBook') return 'RestrictionType is not CanBook';
  if (IsPrePayment !== false || CanPayLater !== true) return 'it does not say that it can be paid later';
  const lists = [CancelPolicies, CancellationPolicies].filter(list => list !== undefined);
  const isSaid = lists.every(list => Array.isArray(list) && list.length > 0);
  if (lists.length === 0 || !isSaid) return 'it says nothing of what it costs to cancel';
  const costing = lists.flatMap(listOf).find(policy => !isFreeUntilLater(policy, today));
  if (!costing) return undefined;
  return `a cancellation policy has neither Value 0 nor a StartDate YYYY-MM-DD after ${today}, but ${formOf(costing.StartDate)}`;
}

/** A penalty of nothing, or one that begins on a later day (date.policies): text that is no such date can be any day. */
function isFreeUntilLater({ Value, StartDate }: JsonObject, today: string): boolean {
  if (Value === 0) return true;
  if (typeof StartDate !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(StartDate)) return false;
  return dayNumber(StartDate) > dayNumber(today);
}

const longestForm = 20;

function formOf(date: unknown): string {
  if (date === undefined) return 'no StartDate';
  if (typeof date !== 'string') return `a StartDate that is ${date === null ? 'null' : 'no text'}`;
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(dayNumber(date));
  if (isDate) return 'one that is no later';
  return `text like "${maskFormat(date.slice(0, longestForm))}"`;
}
