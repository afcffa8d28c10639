import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { asCurl } from '#scenarios/web/console/control';
import { searchBody, snippetsOf } from '#scenarios/web/console/snippets';

const target = {
  baseUrl: 'http://127.0.0.1:4010/sandbox/a',
  credential: { Username: `o'hara`, Password: '"$(touch x)`\\' },
  clock: { now: '2026-12-01T10:00:00Z', mode: 'manual', scale: 1, awaitsFirstRequest: false },
} as const;

/** Returns the arguments that a shell passes to a command. */
const argumentsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

describe('the snippets of the console', () => {
  it('quote every text of the sandbox for a shell', () => {
    const all = argumentsOf(snippetsOf(target, '/API/REST/Hotel.svc/Search').curl ?? '');
    expect(all).toContain(`${target.baseUrl}/API/REST/Hotel.svc/Search`);
    expect(JSON.parse(all.at(-1) ?? '')).toEqual(searchBody(target));
  });

  it('quote every text of the sandbox for TypeScript', async () => {
    const run = new Function(
      'fetch',
      'console',
      `return (async () => {${snippetsOf(target, '/x').TypeScript}})()`,
    );
    const sent: string[] = [];
    await run(
      async (_: string, { body }: { body: string }) => {
        sent.push(body);
        return { json: async () => ({}) };
      },
      { log: () => {} },
    );
    expect(JSON.parse(sent[0] ?? '')).toEqual(searchBody(target));
  });

  it('search a month ahead on the clock of the sandbox', () => {
    expect(searchBody(target)).toMatchObject({ Criteria: { CheckinDate: '2026-12-31' } });
  });
});

describe('asCurl', () => {
  it('writes a call of the page as a command, without the token', () => {
    const call = { method: 'POST', url: 'http://a/_control/sandboxes', body: `{"seed":"it's"}` };
    expect(argumentsOf(asCurl(call, false)).at(-1)).toBe(call.body);
    expect(asCurl(call, true)).toContain('-H "Authorization: Bearer $CONTROL_TOKEN"');
    expect(asCurl({ method: 'DELETE', url: 'http://a/b', body: undefined }, false)).toBe(
      "curl -X DELETE 'http://a/b'",
    );
  });
});
