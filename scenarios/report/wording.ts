import { clockTime, counted } from '#contracts/util';
import type { RunReport, ScenarioReport } from './schema.ts';
import { scenarioStates, stateWords } from './schema.ts';
import { showControls } from './text.ts';

export { counted };

/** @example nameOfPlay({ id: 'hotel-confirmed', draw: 3 }) // 'hotel-confirmed, draw 3' */
export const nameOfPlay = ({ id, draw }: Pick<ScenarioReport, 'id' | 'draw'>): string =>
  draw === undefined ? id : `${id}, draw ${draw}`;

export function varyLines({ vary }: RunReport): string[] {
  if (!vary) return [];
  const { seed, draws } = vary;
  const [first, ...more] = draws;
  return [
    `Drawn tasks: seed ${showControls(seed)}, ${more.length === 0 ? `draw ${first}` : `${draws.length} draws of each scenario`}`,
  ];
}

/** @example listed(['a', 'b', 'c'], 2) // 'a, b and 1 more' */
export function listed(names: readonly string[], max: number): string {
  // The name of a drawn play contains a comma.
  const comma = names.some(name => name.includes(',')) ? '; ' : ', ';
  const more = names.length - max;
  return more > 0 ? `${names.slice(0, max).join(comma)} and ${more} more` : names.join(comma);
}

/** @example summaryLine(report) // '3 scenarios: 2 held, 1 BROKEN' */
export function summaryLine({ scenarios, summary, stale, vary }: RunReport): string {
  const parts = scenarioStates.flatMap(state =>
    summary[state] > 0 ? [`${summary[state]} ${stateWords[state]}`] : [],
  );
  const ids = new Set(scenarios.map(({ id }) => id));
  const plays = vary ? `${counted(scenarios.length, 'play')} of ` : '';
  const count = plays + counted(vary ? ids.size : scenarios.length, 'scenario');
  const lines = stale.length > 0 ? [`${stale.length} stale in the baseline`] : [];
  return [
    ...(parts.length > 0 ? [`${count}: ${parts.join(', ')}`] : ['no scenario was played']),
    ...lines,
  ].join('; ');
}

/** A run fails if the baseline lists a failure that did not happen. */
export const staleHeading = 'The baseline lists failures that did not happen; remove these lines';

export const staleLines = ({ stale }: RunReport): string[] =>
  stale.map(({ scenario, rule }) => `${scenario}: ${rule}`);

export interface Durations {
  readonly realMs: number;
  readonly virtualMs: number;
  readonly jumps: number;
}

/** Returns durations in words. @example durationsText({ realMs: 90, virtualMs: 3_600_000, jumps: 1 }) // '1:00:00 of virtual time in 0.1 s, 1 jump' */
export const durationsText = ({ realMs, virtualMs, jumps }: Durations): string =>
  `${clockTime(virtualMs)} of virtual time in ${(realMs / 1_000).toFixed(1)} s, ${counted(jumps, 'jump')}`;

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
