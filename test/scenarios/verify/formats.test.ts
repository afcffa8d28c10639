import { describe, expect, it } from 'vitest';
import { type PageData, writeReport } from '#scenarios/report/index';
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

  it('has a page with the fields that drift first, in red, then those that are learned, and those as specified last', () => {
    const page = document.page() as PageData; // the page of a report
    const [fields] = page.kind === 'document' ? page.tables : [];
    const shown = fields?.rows.map(({ cells: [result, , field], isQuiet }) => [result, field, isQuiet]);
    expect(shown?.slice(0, 3)).toEqual([
      [{ text: 'other name', tone: 'bad' }, 'Token', false],
      [{ text: 'extra', tone: 'warn' }, 'Colour', false],
      [{ text: 'not seen', tone: 'none' }, expect.any(String), true],
    ]);
    expect(shown?.at(-1)).toEqual([{ text: 'as specified', tone: 'good' }, expect.any(String), true]);
  });
});
