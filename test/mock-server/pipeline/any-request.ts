import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type OperationId, operationIds, operations, parseProfile, writeAddress } from '#contracts';
import { errorBody } from '#contracts/operations/shapes/answer';
import type { SampleCall } from '#contracts/sample-calls';
import story from '#contracts/sample-calls.json' with { type: 'json' };
import type { MockSupplier } from '#mock-server';
import { playThrough } from '#mock-server/control/make-provider-states';
import { startSupplier, testStart } from '../hotel-client.ts';
import { anyChange, anyText, anything, changed } from './any-change.ts';
import { fullRequests, postIds } from './full-requests.ts';

/** Describes what holds for any request. `factor` multiplies the number of requests. */
export function describeAnyRequest({ seed, factor }: { seed: number; factor: number }): void {
  const { supplier, client } = startSupplier({ options: { rateLimit: false } });
  const credential = { Username: 'demo', Password: 'demo' };
  const operation = fc.constantFrom(...operationIds);

  /**
   * The requests of the sample calls, with values of earlier answers. A changed valid request reaches more of the code than a
   * synthetic one.
   */
  const working: Partial<Record<OperationId, object>> = {};

  beforeAll(async () => {
    for (const id of operationIds)
      await playThrough(id, {
        story: story as unknown as SampleCall[], // the generator has written this type
        now: testStart,
        async call(step, request) {
          if (step !== id) return client.need(step, request);
          working[id] = request;
          return undefined;
        },
      });
  });

  /** Checks an answer against the contract: its status, and its body by the schema of that status. */
  async function checkAnswer(from: MockSupplier, id: OperationId, body: BodyInit): Promise<number> {
    const { method, path } = operations[id];
    const isRead = method === 'GET';
    const address = isRead ? addressFrom(path, String(body)) : path;
    const response = await from.fetch(`http://supplier.test${address}`, { method, ...(!isRead && { body }) });
    const text = await response.text();
    expect(response.status, text).toBeLessThan(500);
    const answer: unknown = JSON.parse(text);
    const schema = response.status === 200 ? operations[id].answer : errorBody;
    const parsed = schema.safeParse(answer);
    expect(parsed.success ? [] : parsed.error.issues, text.slice(0, 2_000)).toEqual([]);
    if (!isRead || response.status !== 200) expect(answer).toHaveProperty('Errors');
    return response.status;
  }

  /** Returns an address with the values of a body: its fields where it is an object, else the text in every place. */
  function addressFrom(path: string, body: string): string {
    const access = { token: 'demo-static-token', managerId: 1 };
    const asIs = path.replace(/\{(?!token)[^{}]+\}/g, () => encodeURIComponent(body.toWellFormed()));
    try {
      const json: unknown = JSON.parse(body);
      const fields = typeof json === 'object' && json !== null ? json : { value: json };
      const texts = Object.entries(fields).map(([name, value]) => [
        name.toWellFormed(),
        typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value),
      ]);
      return writeAddress(path, { ...access, ...Object.fromEntries(texts) });
    } catch {
      return writeAddress(asIs, access);
    }
  }

  const runs = (numRuns: number) => ({ seed, numRuns: numRuns * factor });

  const withCredential = (json: object) => JSON.stringify({ ...json, Credential: credential });
  const bytes = fc.uint8Array({ maxLength: 200 }).map(list => new Uint8Array(list));
  const names = fc.constantFrom('Criteria', 'Token', 'BookingId', 'Rooms', 'SearchBookingCriteria');
  const fields = fc.dictionary(fc.oneof(anyText, names), anything);

  describe('whatever a client sends', () => {
    it.each<[string, number, fc.Arbitrary<BodyInit>]>([
      ['any JSON', 150, fc.jsonValue({ maxDepth: 5 }).map(value => JSON.stringify(value))],
      ['any text and any bytes', 100, fc.oneof(anyText, bytes)],
      ['any JSON under a good credential', 200, fields.map(withCredential)],
    ])('err.400: %s at any operation gets an answer of the contract, and no 500', async (_, count, body) => {
      const send = async (id: OperationId, sent: BodyInit) => void (await checkAnswer(supplier, id, sent));
      await fc.assert(fc.asyncProperty(operation, body, send), runs(count));
    });

    it('err.200, flow.1, flow.4: requests changed in any places are, some of them still work, and no refused one changes a sandbox', async () => {
      supplier.sandboxes.create({ id: 'bystander', clock: { mode: 'manual', start: 0 } });
      const state = (id: string) => JSON.stringify(supplier.sandboxes.require(id).dump().store);
      const other = state('bystander');
      let before = state('default');
      const statuses = new Map<number, number>();
      const changes = fc.array(anyChange, { maxLength: 3 });
      const send = async (id: OperationId, isFull: boolean, some: Parameters<typeof changed>[1]) => {
        const body = changed((isFull ? fullRequests[id] : working[id]) ?? fullRequests[id], some);
        const status = await checkAnswer(supplier, id, withCredential(body));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const after = state('default');
        if (status !== 200) expect(after).toBe(before);
        before = after;
      };
      await fc.assert(fc.asyncProperty(operation, fc.boolean(), changes, send), runs(800));
      expect(statuses.get(200)).toBeGreaterThan(50);
      expect(statuses.get(400)).toBeGreaterThan(50);
      expect(state('bystander')).toBe(other);
    });

    it('res.credential, err.401: credentials changed in any places are answered with 401 or as they are good', async () => {
      const changes = fc.array(anyChange, { minLength: 1, maxLength: 2 });
      const send = async (id: OperationId, some: Parameters<typeof changed>[1]) => {
        const { inner } = changed({ inner: credential }, some) as { inner?: unknown };
        const body = JSON.stringify({ ...working[id], Credential: inner });
        expect([401, 400, 200, 404]).toContain(await checkAnswer(supplier, id, body));
      };
      await fc.assert(fc.asyncProperty(fc.constantFrom(...postIds), changes, send), runs(100));
    });

    it('any path, method and query never gets a 500', async () => {
      const path = fc.oneof(
        fc.webPath(),
        fc.string({ maxLength: 40 }).map(encodeURIComponent),
        fc.constantFrom(...operationIds.map(id => operations[id].path)),
      );
      const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'QUERY');
      const send = async (verb: string, end: string, query: string) => {
        const url = `http://supplier.test/API/${end}?${encodeURIComponent(query)}`;
        expect((await supplier.fetch(url, { method: verb })).status).toBeLessThan(500);
      };
      await fc.assert(fc.asyncProperty(method, path, fc.string(), send), runs(100));
    });

    it('in a dialect is answered as well', async () => {
      const profile = parseProfile({ name: 'acme', fields: { Credential: 'auth', Criteria: 'query' } });
      const { dialect, fetch } = startSupplier({ options: { rateLimit: false }, profile }).supplier;
      const body = fc.dictionary(fc.oneof(anyText, fc.constantFrom('auth', 'query', 'Credential')), anything);
      const send = async (id: OperationId, json: object) => {
        const init = { method: 'POST', body: JSON.stringify(json) };
        const { status } = await fetch(`http://supplier.test${dialect.operation(id).path}`, init);
        expect(status).toBeLessThan(500);
      };
      await fc.assert(fc.asyncProperty(operation, body, send), runs(60));
    });

    it('a good Search, and a whole booking, work afterwards as before', async () => {
      const fresh = startSupplier().client;
      expect((await client.search()).Hotels).toEqual((await fresh.search()).Hotels);
      const booked = await client.book();
      expect(booked.bookingStatus).toBe('CONFIRMED');
      expect((await client.cancel(booked.BookingId)).bookingStatus).toBe('Cancelled');
    });
  });
}
