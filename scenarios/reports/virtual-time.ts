import type { RunReport } from './schema.ts';

/** The durations of something that ran on virtual time, and the number of jumps of the time. */
export interface Durations {
  readonly realMs: number;
  readonly virtualMs: number;
  readonly jumps: number;
}

/** Formats milliseconds: `0:04`, `12:30`, `26:00:00`. */
export function elapsed(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** Returns durations in words. @example durationsText({ realMs: 90, virtualMs: 3_600_000, jumps: 1 }) // '1:00:00 of virtual time in 0.1 s, 1 jump' */
export const durationsText = ({ realMs, virtualMs, jumps }: Durations): string =>
  `${elapsed(virtualMs)} of virtual time in ${(realMs / 1_000).toFixed(1)} s, ${jumps} ${jumps === 1 ? 'jump' : 'jumps'}`;

/** Returns a line with the durations of all scenarios that ran under warp; no line without such a scenario. */
export function warpLines({ scenarios }: RunReport): string[] {
  const warped = scenarios.filter(({ clock }) => clock?.mode === 'warp');
  if (warped.length === 0) return [];
  const sum = (of: (one: (typeof warped)[number]) => number) =>
    warped.reduce((total, one) => total + of(one), 0);
  const all = {
    realMs: sum(({ tookMs }) => tookMs),
    virtualMs: sum(({ virtualMs }) => virtualMs),
    jumps: sum(({ jumps = 0 }) => jumps),
  };
  return [`clock warp: ${durationsText(all)}`];
}
