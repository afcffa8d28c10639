import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Client, type ClientOptions, createClient, createMemoryLedger } from '#client';
import { createMockSupplier, type MockSupplierOptions, type Sandbox } from '#mock-server';
import { testStart } from '../../mock-server/hotel-client.ts';
import { demo } from './requests.ts';

export function newFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'understudy-ledger-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A supplier with faults, a client, and a function that creates further clients, of processes that share the ledger. */
export function createStage(faults: MockSupplierOptions['faults'] = []) {
  const clockAtStart = { mode: 'auto', start: testStart } as const;
  const supplier = createMockSupplier({ clock: clockAtStart, options: { rateLimit: false }, faults });
  const sandbox = supplier.sandboxes.require('default');
  const { clock } = sandbox;
  const ledger = createMemoryLedger();
  const access = { baseUrl: 'http://supplier.test', clock, fetch: supplier.fetch, ledger, ...demo };
  const newClient = (change: Partial<ClientOptions> = {}): Client => createClient({ ...access, ...change });
  return { sandbox, clock, ledger, newClient, client: newClient() };
}

/** The identity for which a sandbox was made. */
export function credentialOf({ identity }: Sandbox) {
  const [credential] = identity.credentials;
  if (!credential) throw new Error(`sandbox ${identity.id} has no credential`);
  return credential;
}

export const bookingsOf = (sandbox: Sandbox) =>
  [...sandbox.store.list({ owner: credentialOf(sandbox).Username })].map(({ id, services }) => [
    id,
    ...services.map(({ truth }) => truth),
  ]);

/** The statuses of all services, sorted. */
export const truthsOf = (sandbox: Sandbox) =>
  bookingsOf(sandbox)
    .flatMap(([, ...truths]) => truths)
    .sort();

export const chargesOf = (sandbox: Sandbox): string[] =>
  [...sandbox.store.list({ owner: credentialOf(sandbox).Username })].flatMap(({ payments }) =>
    payments.map(({ status }) => status),
  );

export const minutesOf = ({ journal }: Sandbox, operation: string): number[] =>
  journal
    .read()
    .filter(({ facts }) => facts.operation === operation)
    .map(({ facts }) => (facts.opened.at - testStart) / 60_000);
