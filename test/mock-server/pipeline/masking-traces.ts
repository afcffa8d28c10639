import { expect } from 'vitest';
import type { MockSupplier } from '#mock-server';
import { wireOf } from '#mock-server/pipeline/wire-of';
import { createTestSupplier, testCriteria } from '../hotel-client.ts';

/** The password of the sandbox, with characters that need escapes in JSON and URLs. */
export const password = 'Corr3ct "horse"/b@ttery';
export const credential = { Username: 'agency', Password: password };
/** A number that passes the Luhn check and is no test card. */
export const card = '4539578763621486';
const tokens = { staticToken: 'St4tic-Secret-77', mcpToken: 'Mcp-S3cret-88' };
export const secrets = {
  password,
  ...tokens,
  card,
  spaced: '4539 5787 6362 1486',
  dashed: '4539-5787-6362-1486',
  amex: '371449635398431',
  cpf: '529.982.247-25',
  bareCpf: '52998224725',
  email: 'carla.lima+trips@mail.example.com.br',
};
export const path = '/API/REST/Hotel.svc/Search';

export const create = () => createTestSupplier({ credential, ...tokens, options: { rateLimit: false } });

/** Returns all texts that leave the journal: entries, exchanges of the control API, and exports. */
export function journalText(supplier: MockSupplier): string {
  const sandbox = supplier.sandboxes.require('default');
  const entries = sandbox.journal.read();
  const full = entries.map(entry => ({ ...entry.facts, ...wireOf(sandbox, entry) }));
  return JSON.stringify({ entries, full, dump: sandbox.dump().journal });
}

/** Sends a request, and returns every text that must not hold a secret: the answer and the journal. */
export async function traces(url: string, init: RequestInit): Promise<{ answer: string; journal: string }> {
  const supplier = create();
  const response = await supplier.fetch(`http://supplier.test${url}`, { method: 'POST', ...init });
  return { answer: await response.text(), journal: journalText(supplier) };
}

const spellings = (value: string) => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)];

/** Expects that a text holds none of the values, in any spelling. */
export function expectHidden(text: string, values: readonly string[]): void {
  for (const value of values.flatMap(spellings)) expect(text).not.toContain(value);
}

/** Sends a request, and expects that neither its answer nor the journal holds a value. Returns the answer. */
export async function expectNoTrace(values: string[], init: RequestInit, url = path): Promise<string> {
  const { answer, journal } = await traces(url, init);
  expectHidden(answer + journal, values);
  return answer;
}

export const body = (change: object) =>
  JSON.stringify({ Credential: credential, Criteria: testCriteria, ...change });
export const all = Object.values(secrets);
