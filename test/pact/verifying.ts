import { readdirSync, readFileSync } from 'node:fs';
import { applyProfile, operations } from '#contracts';
import { createMockSupplier } from '#mock-server';
import { catalogue } from '#scenarios';
import { findVerifier } from '#scenarios/cli/pact-files';
import { type Pact, readPact } from '#scenarios/pact/pact-file';
import { type Provider, standIn } from '#scenarios/pact/provider';
import { type Verdict, type VerifyOptions, verifyPacts } from '#scenarios/pact/verify';

/** Where the committed pacts lie. */
export const folder = 'contracts/pacts';
/** The committed pacts by their names. */
export const pactNames = readdirSync(folder).map(file => file.replace(/\.json$/, ''));

/** A committed pact, or those of its interactions whose descriptions are named. */
export function committedPact(name: string, only?: readonly string[]): Pact {
  const file = `${folder}/${name}.json`;
  const pact = readPact(file, readFileSync(file, 'utf8'));
  const chosen = only ? those(pact, only) : pact;
  if (only && chosen.interactions.length < only.length)
    throw new Error(`${file} has ${chosen.interactions.length} of ${only.join(', ')}`);
  return chosen;
}

/** A pact with those of its interactions whose descriptions are named. */
export const those = (pact: Pact, descriptions: readonly string[]): Pact => ({
  ...pact,
  interactions: pact.interactions.filter(({ description }) => descriptions.includes(description)),
});

/** A stand-in that can play the catalogue, on a clock that stands still. */
export function newStandIn(start = '2026-11-20T10:00:00Z'): Provider {
  return standIn(createMockSupplier({ catalogue, clock: { mode: 'manual', start: Date.parse(start) } }));
}

/** A provider whose answers are changed on their way. */
export function changing(provider: Provider, change: (text: string) => string): Provider {
  return {
    ...provider,
    async send(request, base) {
      const answer = await provider.send(request, base);
      return new Response(change(await answer.text()), { status: answer.status, headers: answer.headers });
    },
  };
}

/** Verifies pacts, by the demo credential unless another one is given. */
export function verify(
  pacts: readonly Pact[],
  provider: Provider,
  options: Partial<VerifyOptions> = {},
): Promise<Verdict[]> {
  return verifyPacts(pacts, {
    provider,
    verifier: findVerifier(),
    dialect: applyProfile(operations, undefined),
    allowBooking: false,
    scenarioIds: catalogue.map(({ id }) => id),
    credentials: {
      credential: { Username: 'demo', Password: 'demo' },
      staticToken: 'demo-static-token',
      managerId: 1,
    },
    ...options,
  });
}

/** What is broken, by its description. */
export const broken = (verdicts: readonly Verdict[]): Record<string, readonly string[]> =>
  Object.fromEntries(
    verdicts
      .filter(({ result }) => result === 'broken')
      .map(({ interaction, reasons }) => [interaction.description, reasons]),
  );
