import { readdirSync, readFileSync } from 'node:fs';
import { applyProfile, operations } from '#contracts';
import { createMockSupplier } from '#mock-server';
import { catalogue } from '#scenarios';
import { findVerifier } from '#scenarios/cli/commands/verify-pact';
import { type Pact, readPact } from '#scenarios/verify/pact/pact-file';
import { type Provider, standIn } from '#scenarios/verify/pact/provider';
import { type Verdict, type VerifyOptions, verifyPacts } from '#scenarios/verify/verify-pacts';

/** The folder of the committed pacts. */
export const folder = 'contracts/pacts';
/** The names of the committed pacts. */
export const pactNames = readdirSync(folder).map(file => file.replace(/\.json$/, ''));

/** Reads a committed pact, with all interactions or those with the given descriptions. */
export function committedPact(name: string, only?: readonly string[]): Pact {
  const file = `${folder}/${name}.json`;
  const pact = readPact(file, readFileSync(file, 'utf8'));
  if (!only) return pact;
  const interactions = pact.interactions.filter(({ description }) => only.includes(description));
  if (interactions.length < only.length)
    throw new Error(`${file} has ${interactions.length} of ${only.join(', ')}`);
  return { ...pact, interactions };
}

/** Creates a stand-in with the catalogue, on a clock that stands still. */
export function newStandIn(start = '2026-11-20T10:00:00Z'): Provider {
  return standIn(createMockSupplier({ catalogue, clock: { mode: 'manual', start: Date.parse(start) } }));
}

type Answer = { readonly status: number; readonly text: string };

/** Creates a provider that changes the answers of another one, and drops their headers where the status changes. */
export function changing(provider: Provider, change: (answer: Answer, url: string) => Answer): Provider {
  return {
    ...provider,
    async send(request, base) {
      const came = await provider.send(request, base);
      const { status, text } = change({ status: came.status, text: await came.text() }, request.url);
      const json = { 'content-type': 'application/json' };
      return new Response(text, { status, headers: status === came.status ? came.headers : json });
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
