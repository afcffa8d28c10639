import type { InvariantRow } from '../invariant.ts';
import { agreedPrice } from './agreed-price.ts';
import { cleanOutput } from './clean-output.ts';
import { endsByItself } from './ends.ts';
import { nothingOrphaned } from './nothing-orphaned.ts';
import { oneBooking } from './one-booking.ts';
import { oneCharge } from './one-charge.ts';
import { recovers } from './recovers.ts';
import { rulesKept } from './rules.ts';
import { truthTold } from './truth-told.ts';

/** What must hold at the end of every run, whatever the supplier did. The costliest invariants come first. */
const table = [
  oneBooking,
  oneCharge,
  truthTold,
  nothingOrphaned,
  agreedPrice,
  rulesKept,
  endsByItself,
  cleanOutput,
  recovers,
] as const;

/** The id of an invariant, such as `one-booking`. */
export type InvariantId = (typeof table)[number]['id'];

/** The table of invariants. */
export const invariants: readonly InvariantRow<InvariantId>[] = table;
