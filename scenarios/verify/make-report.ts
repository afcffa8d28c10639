import { version } from '#contracts';
import { exitCodes } from '../runner/index.ts';
import { type ComparedOperation, type DriftReport, fieldStates, type MadeBooking } from './compare/index.ts';

/** What a report is made from. */
export interface Findings extends Pick<DriftReport, 'source' | 'profile' | 'calls' | 'operations' | 'names'> {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly tookMs: number;
  readonly elsewhere?: DriftReport['elsewhere'];
  readonly bookings?: readonly MadeBooking[];
}

/** Puts a report together, with its sums and its exit code. */
export function makeReport({ startedAt, elsewhere = [], bookings = [], ...found }: Findings): DriftReport {
  const { operations } = found;
  const fields = operations.flatMap(operation => operation.fields);
  const count = (test: (field: (typeof fields)[number]) => boolean) => fields.filter(test).length;
  const states = Object.fromEntries(fieldStates.map(state => [state, count(field => field.state === state)]));
  const summary = {
    ...(states as Record<(typeof fieldStates)[number], number>), // fromEntries forgets the keys
    answers: operations.reduce((sum, { answers }) => sum + answers, 0),
    drift: count(({ weight }) => weight === 'drift'),
    learned: count(({ weight }) => weight === 'learned'),
  };
  return {
    format: 'understudy-drift-report',
    version: 1,
    understudy: version,
    ...found,
    startedAt: new Date(startedAt).toISOString(),
    exitCode: exitCodeOf(operations, bookings),
    summary,
    elsewhere,
    bookings: [...bookings],
  };
}

/** Whether somebody has to look after a booking: it may stand, or its cancellation was not free or not smooth. */
export const needsCare = ({ state, warning }: MadeBooking): boolean =>
  state === 'stands' || state === 'unknown' || warning !== undefined;

/** 1 where a specified field differs, and where a booking of ours needs care; 2 where nothing was compared. */
function exitCodeOf(operations: readonly ComparedOperation[], bookings: readonly MadeBooking[]): number {
  const hasDrift = operations.some(({ fields }) => fields.some(({ weight }) => weight === 'drift'));
  if (hasDrift || bookings.some(needsCare)) return exitCodes.broken;
  return operations.length === 0 ? exitCodes.unproven : exitCodes.held;
}
