import { expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

const result = runCommand(['demo']);
const acts = result.stdout
  .trim()
  .split('\n\n')
  .map(act => act.split('\n'));

/** Returns the lines of the act whose title contains a text. */
const actOf = (title: string) => acts.find(([first]) => first?.includes(title)) ?? [];

it('demo plays each act to its outcome, in the same way every time', () => {
  expect(result).toMatchObject({ status: 0, stderr: '' });
  expect(acts.map(act => act.at(-1)?.replace(/, for .*/, ''))).toEqual([
    ...Array.from({ length: 7 }, () => 'the client says: confirmed'),
    'the client says: cancelled',
  ]);
  expect(runCommand(['demo']).stdout).toBe(result.stdout);
});

it('demo shows each call at the time of the stand-in, so twenty minutes of waiting take none', () => {
  const times = actOf('on request').flatMap(line => /^[\d:]{8}(?= {2})/.exec(line)?.[0] ?? []);
  expect(times.slice(-3)).toEqual(['10:00:00', '10:10:00', '10:20:00']);
});

it('demo sends no second DoBooking when the answer to the first was lost', () => {
  const calls = actOf('connection breaks').flatMap(
    line => /^[\d:]{8} {2}(\S+) +(.*?) {2}/.exec(`${line}  `)?.slice(1) ?? [],
  );
  expect(calls.slice(-4)).toEqual(['hotel.doBooking', 'connection cut', 'getBooking', '200']);
});

it('demo shows what a user agrees to: price, cancelling, taxes and the penalty', () => {
  const [saw, end] = actOf('penalty applies').slice(-2);
  expect(saw).toMatch(
    /^the user saw: [\d.]+ BRL; cancelling costs [\d.]+ BRL from 2026-11-19, [\d.]+ BRL from 2026-11-22; City tax/,
  );
  expect(end).toMatch(/^the client says: cancelled, for [\d.]+ BRL$/);
});
