import { expect } from 'vitest';
import type { ErrorEntry, OperationId } from '#contracts';
import type { MockSupplier } from '#mock-server';
import type { JournalEntry } from '#mock-server/books/journal/index';
import { type Got, get } from '../operations/get-static.ts';

export const searchPath = '/API/REST/Hotel.svc/Search';

export function post(
  supplier: MockSupplier,
  body: BodyInit | null,
  init: RequestInit & { path?: string } = {},
): Promise<Got<unknown>> {
  const { path = searchPath, ...rest } = init;
  const headers = { 'content-type': 'application/json', ...Object.fromEntries(new Headers(rest.headers)) };
  return get(supplier, path, { method: 'POST', body, ...rest, headers });
}

export function lastEntry(supplier: MockSupplier, sandbox = 'default'): JournalEntry {
  const entry = supplier.sandboxes.require(sandbox).journal.read({ limit: 1 })[0];
  if (!entry) throw new Error(`lastEntry: the journal of ${sandbox} is empty`);
  return entry;
}

export function effects(supplier: MockSupplier, sandbox = 'default'): string {
  return JSON.stringify(supplier.sandboxes.require(sandbox).dump().store);
}

/** Returns the status of an answer with the code and the field of each error, such as `400 InvalidRequest Token`. */
export function brief(answer: { status: number; errors?: readonly ErrorEntry[]; body?: unknown }): string {
  const errors: readonly ErrorEntry[] = answer.errors ?? Object(answer.body).Errors ?? [];
  return [answer.status, ...errors.flatMap(({ Code, Field }) => (Field ? [Code, Field] : [Code]))].join(' ');
}

interface Caller {
  call(id: OperationId, body: object): Promise<{ status: number; text: string; body: unknown }>;
}

/** Makes a call that must be refused and change nothing. Returns the errors of its answer. */
export async function refusedBy(
  supplier: MockSupplier,
  client: Caller,
  id: OperationId,
  body: object,
  status = 400,
): Promise<readonly ErrorEntry[]> {
  const before = effects(supplier);
  const answer = await client.call(id, body);
  expect(answer.status, answer.text).toBe(status);
  expect(effects(supplier)).toBe(before);
  return (answer.body as { Errors: ErrorEntry[] }).Errors; // every refusal has Errors
}
