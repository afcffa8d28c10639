import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { operations } from '#contracts';
import { controlEndpoints } from '#contracts/control';
import { type Listening, listen } from '#mock-server/node';
import { createTestSupplier } from './hotel-client.ts';

// k6 is not installed where the tests run. These tests run the functions of docs/operate/k6.js with a small copy of its `http`
// that notes each request. The noted requests then go to a real server.

interface NotedRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string | null;
}

/** A view of a sandbox in the answer of the control API, as the profile uses it. */
type Made = { readonly id: string; readonly baseUrl: string };

/** The exports of a k6 script. */
interface Profile {
  readonly options: { scenarios: object; thresholds: Record<string, string[]> };
  setup(): Made[];
  default(sandboxes: readonly Made[]): void;
  teardown(sandboxes: readonly Made[]): void;
}

let server: Listening | undefined;
afterAll(() => server?.close());

/** Loads the profile as an ES module. `answers` are the answers to its calls, in their order. */
async function loadProfile(base: string) {
  const noted: NotedRequest[] = [];
  const checks: [name: string, isGood: boolean][] = [];
  const answers: { status: number; text: string }[] = [];
  const send = (method: string) => (url: string, body: string | null) => {
    noted.push({ method, url, body });
    const { status, text } = answers.shift() ?? { status: 200, text: '{"Hotels":[1]}' };
    const json = (key?: string) => (key === undefined ? JSON.parse(text) : JSON.parse(text)[key]);
    return { status, json };
  };
  const k6 = {
    http: { put: send('PUT'), post: send('POST'), del: send('DELETE') },
    check: (answer: object, rules: Record<string, (answer: object) => boolean>) => {
      for (const [name, rule] of Object.entries(rules)) checks.push([name, rule(answer)]);
    },
    __ENV: { BASE: base, USERS: '2', NAMESPACE: 'team-a' },
    __VU: 1,
  };
  Object.assign(globalThis, { k6 });
  const source = readFileSync(new URL('../../docs/operate/k6.js', import.meta.url), 'utf8')
    .replace("import { check } from 'k6';", 'const { check, http, __ENV, __VU } = globalThis.k6;')
    .replace("import http from 'k6/http';", '');
  const module: unknown = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`
  );
  return { profile: module as Profile, noted, checks, answers }; // the script exports these names
}

const sendNoted = ({ method, url, body }: NotedRequest) =>
  fetch(url, { method, body, headers: { 'content-type': 'application/json' } });

it('the profile for k6 sends only requests of the contract, and its load gets the wanted answers from a server', async () => {
  const supplier = createTestSupplier();
  server = await listen(supplier, { port: 0 });
  const { url: base } = server;
  const { profile, noted, checks, answers } = await loadProfile(base);
  expect(Object.keys(profile.options.thresholds)).toEqual(['http_req_failed', 'http_req_duration']);

  profile.setup();
  const made = await Promise.all(noted.splice(0).map(sendNoted));
  expect(made.map(({ status }) => status)).toEqual([201, 201]);
  const sandboxes = (await Promise.all(made.map(answer => answer.json()))) as Made[]; // the answer of the control API
  expect(sandboxes.map(({ id }) => id)).toEqual(['team-a.k6-1', 'team-a.k6-2']);

  profile.default(sandboxes);
  const load = noted.splice(0);
  const paths = load.map(({ url }) => url.replace(sandboxes[0]?.baseUrl ?? '', ''));
  expect(paths).toEqual([operations['hotel.search'].path, operations.getBookingList.path]);

  for (const request of load) {
    const answer = await sendNoted(request);
    answers.push({ status: answer.status, text: await answer.text() });
  }
  checks.length = 0;
  profile.default(sandboxes);
  expect(checks).toEqual([
    ['finds hotels', true],
    ['lists bookings', true],
  ]);

  noted.length = 0;
  profile.teardown(sandboxes);
  expect(noted.map(({ url }) => url)).toEqual(
    sandboxes.map(({ id }) => base + controlEndpoints.deleteSandbox.path.replace('{id}', id)),
  );
  for (const request of noted) expect((await sendNoted(request)).status).toBe(204);
  expect(supplier.sandboxes.list().map(({ identity }) => identity.id)).toEqual(['default']);
});
