import type { TaskStep } from '#contracts/scenario';

/** A task step that books a service. */
export type BookStep = Extract<TaskStep, { do: 'book' }>;

/** A value of a booked service that differs from the task. */
export interface Difference {
  /** The path of the value in the task step, such as `criteria.nights`. */
  readonly field: string;
  readonly wanted: string;
  readonly booked: string;
  /** Whether the values are personal data, which `wanted` and `booked` do not show (auth.5). */
  readonly isPrivate?: true;
}
