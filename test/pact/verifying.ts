import { readdirSync, readFileSync } from 'node:fs';
import { applyProfile, operations } from '#contracts';
import { createMockSupplier } from '#mock-server';
import { catalogue } from '#scenarios';
import { findVerifier } from '#scenarios/cli/pact-files';
import { type Pact, readPact } from '#scenarios/pact/pact-file';
import { type Provider, standIn } from '#scenarios/pact/provider';
import { type Verdict, type VerifyOptions, verifyPacts } from '#scenarios/pact/verify';

/** The folder of the committed pacts. */
export const folder = 'contracts/pacts';
/** The names of the committed pacts. */
export const pactNames = readdirSync(folder).map(file => file.replace(/\.json$/, ''));

/** Reads a committed pact, with all interactions or those with the given descriptions. */
export function committedPact(name: string, only?: readonly string[]): Pact {
  const file = `${folder}/${name}.json`;
  const pact = readPact(file, readFileSync(file, 'utf8'));
  const chosen = only ? those(pact, only) : pact;
  if (only && chosen.interactions.length < only.length)
    throw new Error(`${file} has ${chosen.interactions.length} of ${only.join(', ')}`);
  return chosen;
}

/** Returns a pact with the interactions of the given descriptions. */
export const those = (pact: Pact, descriptions: readonly string[]): Pact => ({
  ...pact,
  interactions: pact.interactions.filter(({ description }) => descriptions.includes(description)),
});

/** Creates a stand-in with the catalogue, on a clock that stands still. */
export function newStandIn(start = '2026-11-20T10:00:00Z'): Provider {
  return standIn(createMockSupplier({ catalogue, clock: { mode: 'manual', start: Date.parse(start) } }));
}

/** Creates a provider that changes the answers of another one. */
export function changing(provider: Provider, change: (text: string) => string): Provider {
  return {
    ...provider,
    async send(request, base) {
      const answer = await provider.send(request, base);
      return new Response(change(await answer.text()), { status: answer.status, headers: answer.headers });
    },
  };
}

/** Verifies pacts, by default with the demo credential. */
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

/** Returns the mismatches, by description. */
export const broken = (verdicts: readonly Verdict[]): Record<string, readonly string[]> =>
  Object.fromEntries(
    verdicts
      .filter(({ result }) => result === 'broken')
      .map(({ interaction, reasons }) => [interaction.description, reasons]),
  );
