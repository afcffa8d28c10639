import { describe, expect, it } from 'vitest';
import { written } from '../report/report-sample.ts';
import { failure, explorationReport as report } from './exploration-sample.ts';

describe('the report on an exploration', () => {
  it('tells the story of a run once with all its failures, and has failures before warnings', async () => {
    const text = await written('text', report);
    expect(text.split('\n\n').slice(0, 3)).toEqual([
      [
        'hotel, with call 1 of hotel.doBooking: cut  broken',
        '  one-booking: breaks one-booking (Seen in 2 runs; 1 other schedule in 1 flow shows it too.)',
        '  rules no-blind-rebooking: It books twice. (Seen in 2 runs; 1 other schedule in 1 flow shows it too.)',
        '  Calls:',
        '    +0 s  hotel.doBooking → no answer',
        '  The client reported confirmed; the supplier holds: confirmed.',
        '  Play it again: understudy explore --flow hotel --replay hotel.doBooking:cut,nth=1',
      ].join('\n'),
      expect.stringMatching(/^hotel, without a disturbance {2}warning\n {2}clean-output: /),
      expect.stringMatching(/^hotel, with .* {2}warning\n {2}one-charge \(known\): /),
    ]);
  });

  it('lists the explored flows in one line', async () => {
    expect(await written('text', report)).toContain(
      '\n\ntour  not played\n  no tours\n\nExplored: hotel (2 calls), car (1 call)\n\n',
    );
  });

  it('is a table of the failures in the summary of a step, and short annotations', async () => {
    const rows = (await written('markdown', report)).match(/^\| hotel: .* \|$/gm);
    expect(rows).toEqual([
      '| hotel: one-booking | BROKEN | breaks one-booking |',
      expect.stringContaining('| hotel: rules no-blind-rebooking | BROKEN |'),
      '| hotel: clean-output | warning | breaks clean-output |',
      '| hotel: one-charge | warning | breaks one-charge |',
    ]);
    const [first] = (await written('github', report)).split('\n');
    expect(first).toBe(
      '::error title=hotel%3A one-booking::breaks one-booking%0ADisturbance: call 1 of hotel.doBooking: cut%0APlay it again: understudy explore --flow hotel --replay hotel.doBooking:cut,nth=1',
    );
  });

  it('lets no text of a client end the block of code that contains it', async () => {
    const failures = [failure('one-booking', { story: ['```', '<b>'] })];
    const shown = await written('markdown', { ...report, failures });
    expect(shown.match(/^ *```.*$/gm)).toEqual(['```text', '```']);
  });
});
