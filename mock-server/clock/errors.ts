import type { Wait } from './types.ts';

export const latestInstant = 8.64e15;

export function instantText(instant: number): string {
  return Math.abs(instant) <= latestInstant ? new Date(instant).toISOString() : String(instant);
}

/** A request that the clock rejects; `field` and `value` name the wrong input. */
export class ClockRequestError extends Error {
  override readonly name = 'ClockRequestError';
  readonly field: string;
  readonly value: unknown;

  constructor(input: { field: string; value: unknown }, message: string) {
    super(message);
    this.field = input.field;
    this.value = input.value;
  }
}

/** Every caller of an `auto` clock waits without end, so it has no instant to jump to. */
export class ClockStalledError extends Error {
  override readonly name = 'ClockStalledError';
  readonly waits: readonly Wait[];

  constructor(now: number, waits: readonly Wait[]) {
    super(
      `No event is due after ${instantText(now)}, and every caller waits without end: ${names(waits)}. ` +
        'Give one of these callers a time-out, or abort its wait.',
    );
    this.waits = waits;
  }
}

function names(waits: readonly Wait[]): string {
  const counts = new Map<string, number>();
  for (const { who } of waits) counts.set(who, (counts.get(who) ?? 0) + 1);
  const all = [...counts].map(([who, count]) => (count === 1 ? who : `${who} (${count} times)`));
  const shown = all.slice(0, 10).join(', ');
  return all.length > 10 ? `${shown} and ${all.length - 10} others` : shown;
}

/** Rounded down to whole ms. */
export function usableInstant(field: string, value: number): number {
  if (Number.isFinite(value) && Math.abs(value) <= latestInstant) return Math.floor(value);
  throw new ClockRequestError(
    { field, value },
    `${field}: ${value} is not an instant; give milliseconds since 1970, such as ${Date.UTC(2026, 0, 1)}`,
  );
}

export function usableScale(mode: string, value: number | undefined): number {
  if (mode !== 'scaled') return 1;
  if (value !== undefined && value > 0 && value <= 1_000_000) return value;
  throw new ClockRequestError(
    { field: 'scale', value },
    `scale: ${value ?? 'nothing'} is not a valid scale for a scaled clock; give a number above 0 and up to 1000000, such as 60`,
  );
}
