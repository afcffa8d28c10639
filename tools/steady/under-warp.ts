import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScenarioReport } from '#scenarios/report/schema';
import { allHotelPart } from '../../test/clients/right/matrix.ts';
import { playUnderWarp, warpClients } from '../../test/clients/warp/clients.ts';

/** What a client in one language did in the hotel part of the catalogue. */
export interface PlayedUnderWarp {
  readonly language: string;
  readonly scenarios: readonly ScenarioReport[];
}

/** Plays the hotel part of the catalogue under warp with the clients in seven languages, one after another. Some play a part of it. */
export async function* playAllUnderWarp(): AsyncGenerator<PlayedUnderWarp> {
  for (const { language, command, plays } of warpClients) {
    const folder = mkdtempSync(join(tmpdir(), 'warp-client-'));
    try {
      const part = allHotelPart.filter(({ id }) => plays?.includes(id) ?? true);
      yield { language, scenarios: await playUnderWarp(part, command(folder)) };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Lists what a correct client must not get: a scenario that it does not hold, and a rule that the judge cannot decide. */
export function complaintsUnderWarp(scenarios: readonly ScenarioReport[]): string[] {
  return scenarios.flatMap(({ id, state, reason = '', verdicts }) => [
    ...(state === 'held' || state === 'not-played' ? [] : [`${id}: ${state} ${reason}`]),
    ...verdicts.flatMap(({ rule, verdict }) =>
      verdict === 'inconclusive' ? [`${id}: ${rule} is inconclusive`] : [],
    ),
  ]);
}
