import { describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

const result = runCommand(['demo']);
const lines = result.stdout.split('\n');
const outcome = /the client says: (.*)$/;

/** Returns the lines of each part of the demo, by its title. */
const acts = new Map(
  result.stdout
    .trim()
    .split('\n\n')
    .map(act => act.split('\n'))
    .map(([title = '', ...rest]): [string, string[]] => [title, rest]),
);

describe('understudy demo', () => {
  it('plays each act to its outcome', () => {
    expect(result).toMatchObject({ status: 0, stderr: '' });
    const ends = [...acts].map(([title, act]) => [
      title,
      act.flatMap(line => outcome.exec(line)?.[1]?.replace(/\d+/, '#') ?? []),
    ]);
    expect(ends).toEqual([
      ['A hotel, without problems', ['confirmed, HCN#']],
      ['A car, a transfer and a tour', ['confirmed, CN#', 'confirmed, CN#', 'confirmed, CN#']],
      ['On request: the hotel confirms after twenty minutes', ['confirmed, HCN#']],
      [
        'Booked, but the answer was lost: the client looks the booking up and does not book twice',
        ['confirmed, HCN#'],
      ],
      ['The price rises between Search and conditions', ['confirmed, HCN#']],
      ['Booked and cancelled', ['confirmed, HCN#', 'cancelled, free of charge']],
    ]);
  });

  it('tells when each call ended by the clock of the stand-in: twenty minutes of waiting take none', () => {
    const times = (title: string) =>
      (acts.get(title) ?? []).flatMap(line => /^[\d:]{8}(?= {2})/.exec(line)?.[0] ?? []);
    const waited = times('On request: the hotel confirms after twenty minutes');
    expect(waited.slice(-3)).toEqual(['10:10:00', '10:20:00', '10:20:00']);
    const others = [...acts.keys()].filter(title => !title.startsWith('On request'));
    expect(new Set(others.flatMap(times))).toEqual(new Set(['10:00:00']));
  });

  it('sends no second DoBooking when the answer to the first was lost', () => {
    const act =
      acts.get('Booked, but the answer was lost: the client looks the booking up and does not book twice') ??
      [];
    const calls = act.flatMap(line => /^[\d:]{8} {2}(\S+) {2,}(.*)$/.exec(line)?.slice(1) ?? []);
    expect(calls.slice(4)).toEqual([
      'hotel.doBooking',
      'no answer, the connection was reset',
      'getBooking',
      expect.stringMatching(/^200, CONFIRMED/),
    ]);
  });

  it('shows what a user agrees to: price, what it was before, cancelling, taxes, all that the supplier says', () => {
    const shown = lines.filter(line => /^ {10}(the user sees|and): /.test(line)).map(line => line.trim());
    expect(shown).toContainEqual(
      expect.stringMatching(
        /^the user sees: [\d.]+ BRL, of which [\d.]+ BRL taxes; cancelling costs [\d.]+ BRL from 2027-01-07, [\d.]+ BRL from 2027-01-10; City tax [\d.]+ BRL a night, at the property$/,
      ),
    );
    expect(shown).toContainEqual(
      expect.stringMatching(/^the user sees: [\d.]+ BRL \(it was [\d.]+ BRL in the Search\), of which /),
    );
    expect(shown).toContainEqual(expect.stringMatching(/^and: Entrance fees of up to .*\.$/));
  });

  it('tells the same story every time', () => {
    expect(runCommand(['demo']).stdout).toBe(result.stdout);
  });
});
