import { describe, expect, it } from 'vitest';
import { writeReport } from '#scenarios/report/index';
import { driftDocument } from '#scenarios/verify';
import { verifyBooking } from './stage.ts';

const { report } = await verifyBooking({
  alter(id, json) {
    if (id === 'cancelBooking') return { ...json, Penalty: { Value: 120, Currency: 'BRL' } };
    if (id !== 'hotel.search') return json;
    const { Token, ...rest } = json;
    return { sessionToken: Token, Colour: 1, ...rest };
  },
});
const document = driftDocument(report);

describe('the report of verify', () => {
  it('has a JUnit test case for each operation, which fails if a field drifts, and one for the test booking', async () => {
    const xml = await writeReport('junit', document);
    expect(xml).toMatch(/ failures="2" errors="0" /);
    expect(xml).toMatch(
      /name="hotel.search">\s*<failure type="drift" message="1 drifting field">Token: is called/,
    );
    expect(xml).toContain('<testcase classname="understudy.verify" name="car.search"/>');
    expect(xml).toMatch(/name="booking [^"]*">\s*<failure message="booking \d+ is cancelled, with a penalty/);
  });

  it('has a TAP test point for each operation, with the differences as comments', async () => {
    const tap = await writeReport('tap', document);
    expect(tap).toMatch(/^not ok \d+ - hotel\.search\n# Token: is called "sessionToken"/m);
    expect(tap).toMatch(/^ok \d+ - car\.search$/m);
  });

  it('has annotations for GitHub, errors before warnings', async () => {
    const lines = (await writeReport('github', document)).trimEnd().split('\n');
    expect(lines.map(line => line.split('::')[1])).toEqual([
      'error title=Token differs',
      'error title=the test booking needs attention',
      'warning title=Colour differs',
    ]);
  });

  it('has a table of the differences in Markdown', async () => {
    const markdown = await writeReport('markdown', document);
    expect(markdown).toMatch(
      /^\| Token \| is called "sessionToken" .* \| hotel\.search {2}Token {2}in \d of \d/m,
    );
    expect(markdown).toContain('<details><summary>All operations</summary>');
  });
});
