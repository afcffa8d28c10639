// Writes the screenshots of the docs: `npm run screenshots`. It plays a wrong client, opens the report and the console in a
// browser, and takes a picture of each. Look at each picture before you commit it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { documentOf, writeReport } from '#scenarios/report/index';
import { launch } from '../../test/browser/browser.ts';
import { openStage } from './console-stage.ts';
import { imageFolder, type Screenshot, type Shot, screenshots, take } from './images.ts';
import { wrongReport } from './wrong-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'understudy-screenshots-'));
const file = join(folder, 'report.html');
const report = String(pathToFileURL(file));
const browser = await launch();
const stage = await openStage();
try {
  writeFileSync(file, await writeReport('html', documentOf(await wrongReport())));
  const shots: Readonly<Record<Screenshot, Shot>> = {
    'report.png': {
      url: report,
      scheme: 'light',
      height: 680,
      prepare: page => page.locator('.rows .row').first().waitFor(),
    },
    'report-story.png': {
      url: `${report}#play=answer-lost-booked`,
      scheme: 'dark',
      height: 700,
      prepare: async page => {
        await page.locator('.story svg').waitFor();
        await page
          .locator('.card.rule')
          .first()
          .evaluate(card => card.scrollIntoView());
      },
    },
    'console-calls.png': {
      url: `${stage.console}/calls/8`,
      scheme: 'light',
      height: 860,
      prepare: page => page.getByRole('complementary', { name: 'Call 8' }).waitFor(),
    },
    'console-booking.png': {
      url: `${stage.console}/bookings`,
      scheme: 'dark',
      height: 860,
      prepare: page => page.locator('.story svg').getByText('getBookingDetail').waitFor(),
    },
  };
  for (const name of screenshots) {
    const image = await take(browser, shots[name]);
    writeFileSync(join(imageFolder, name), image);
    console.log(`${imageFolder}/${name}: ${Math.ceil(image.length / 1_000)} kB`);
  }
} finally {
  await browser.close();
  await stage.listening.close();
  rmSync(folder, { recursive: true });
}
