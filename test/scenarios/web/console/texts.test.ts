import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { asCurl, searchBody } from '#scenarios/web/console/control';

const target = {
  credential: { Username: `o'hara`, Password: '"$(touch x)`\\' },
  clock: { now: '2026-12-01T10:00:00Z', mode: 'manual', scale: 1, awaitsFirstRequest: false },
} as const;

/** Returns the arguments that a shell passes to a command. */
const argumentsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

it('the first call of the console searches a month ahead on the clock of the sandbox', () => {
  expect(searchBody(target)).toMatchObject({ Criteria: { CheckinDate: '2026-12-31' } });
});

it('asCurl writes a call of the page as a command, without the token', () => {
  const call = { method: 'POST', url: 'http://a/_control/sandboxes', body: `{"seed":"it's"}` };
  expect(argumentsOf(asCurl(call, false)).at(-1)).toBe(call.body);
  const body = JSON.stringify(searchBody(target));
  expect(argumentsOf(asCurl({ ...call, body }, false))).toContain(body);
  expect(asCurl(call, true)).toContain('-H "Authorization: Bearer $CONTROL_TOKEN"');
  expect(asCurl({ method: 'DELETE', url: 'http://a/b', body: undefined }, false)).toBe(
    "curl -X DELETE 'http://a/b'",
  );
});
