import * as z from 'zod';
import { findStatus, statusNames } from '../../clauses/index.ts';
import { duration, maskName } from '../../input/index.ts';
import type { AnyOperation } from '../../operations/index.ts';
import { parseDuration } from '../../util/index.ts';
import { commits } from '../define-fault.ts';
import { FaultError } from '../fault-error.ts';

export const commit = z.enum(commits).optional().meta({
  description:
    'When the operation takes effect: before the fault, after the fault, or never. The default is `never`; for the kind `body`, the default is `before`.',
});

export const hasEffect =
  (...effects: AnyOperation['effect'][]) =>
  ({ effect }: AnyOperation): boolean =>
    effects.includes(effect);

export const isLookUp = ({ id }: AnyOperation): boolean => id.startsWith('getBooking');

export const statusWord = z
  .string()
  .refine(word => findStatus(word) !== undefined, {
    error: `expected one of ${statusNames.join(', ')}, or a bookingStatus or Status that answers contain`,
  })
  .meta({
    description: `One of ${statusNames.join(', ')}, or a bookingStatus or Status that answers contain.`,
    examples: ['technical-problem'],
  });

const moments = ['conditions', 'booking'] as const;
export const offerStep = z
  .enum(moments)
  .optional()
  .meta({ description: 'The step at which the offer changes; by default `conditions`.' });
export const atOfferStep = {
  where: 'GetBookingConditions and RevalidateBookingConditions; with at=booking, DoBooking',
  actsOn: ({ effect }: AnyOperation, { at = 'conditions' }: { at?: (typeof moments)[number] | undefined }) =>
    effect === (at === 'conditions' ? 'validate' : 'book'),
};

const isDuration = (text: string): boolean => duration.safeParse(text).success;

/** False if a text is not a duration. */
export const isReversed = (from: string, to: string): boolean =>
  isDuration(from) && isDuration(to) && parseDuration(to) < parseDuration(from);

// In the shorthand, ";" separates the entries of a list, and ".." separates the ends of a range.

/** @example listOf('id; name') // ['id', 'name'] */
export const listOf = (text: string): string[] => text.split(';').map(part => part.trim());

/** @example rangeOf('PT1S..PT2S') // ['PT1S', 'PT2S'] */
export const rangeOf = (text: string): string[] => text.split('..').map(part => part.trim());

export const wrongForm = (form: string, text: string, field: string): FaultError =>
  new FaultError('invalid', [{ field, message: `expected ${form}, got "${maskName(text)}"` }]);
