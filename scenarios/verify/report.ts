import { version } from '#contracts';
import { exitCodes } from '../runner/index.ts';
import {
  type ComparedField,
  type CreatedBooking,
  type DriftReport,
  type FieldState,
  fieldStates,
} from './report-schema.ts';

type Summed = 'format' | 'version' | 'understudy' | 'startedAt' | 'exitCode' | 'summary';
type Findings = Omit<DriftReport, Summed | 'elsewhere' | 'bookings'> &
  Partial<Pick<DriftReport, 'elsewhere' | 'bookings'>> & { readonly startedAt: number };

/** Creates a report with its sums and its exit code; `startedAt` is in epoch milliseconds. */
export function createReport({ elsewhere = [], bookings = [], ...found }: Findings): DriftReport {
  const { operations } = found;
  const fields = operations.flatMap(operation => operation.fields);
  const count = (test: (field: ComparedField) => boolean) => fields.filter(test).length;
  const states = fieldStates.map(state => [state, count(field => field.state === state)]);
  const drift = count(({ weight }) => weight === 'drift');
  const isBroken = drift > 0 || bookings.some(needsCare);
  const unbroken = operations.length === 0 ? exitCodes.unproven : exitCodes.held;
  return {
    format: 'understudy-drift-report',
    version: 1,
    understudy: version,
    ...found,
    startedAt: new Date(found.startedAt).toISOString(),
    exitCode: isBroken ? exitCodes.broken : unbroken,
    summary: {
      ...(Object.fromEntries(states) as Record<FieldState, number>), // fromEntries forgets the keys
      answers: operations.reduce((sum, { answers }) => sum + answers, 0),
      drift,
      learned: count(({ weight }) => weight === 'learned'),
    },
    elsewhere,
    bookings,
  };
}

/** Whether a person has to look at a booking: it may exist still, or its cancellation had a cost or errors. */
export const needsCare = ({ state, warning }: CreatedBooking): boolean =>
  state === 'stands' || state === 'unknown' || warning !== undefined;
