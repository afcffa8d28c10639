import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** The folder with the images of the docs. */
export const imageFolder = 'docs/images';

/** The screenshots in the docs. The script `npm run screenshots` writes each of them. */
export const screenshots = [
  'report.png',
  'report-story.png',
  'console-calls.png',
  'console-booking.png',
] as const;

/** The file name of a screenshot. */
export type Screenshot = (typeof screenshots)[number];

/** The page that a screenshot shows, and the height of the picture in pixels. */
export interface Shot {
  readonly url: string;
  readonly scheme: 'light' | 'dark';
  readonly height: number;
  /** Prepares the page, after its first heading is visible. */
  readonly prepare: (page: Page) => Promise<unknown>;
}

/** Opens a page, prepares it, and returns its picture with a width of 1,200 pixels as PNG. */
export async function take(browser: Browser, { url, scheme, height, prepare }: Shot): Promise<Buffer> {
  const look: BrowserContextOptions = {
    viewport: { width: 1200, height },
    deviceScaleFactor: 1,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  };
  const context = await browser.newContext(look);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(300_000);
    await page.goto(url);
    await page.locator('h1').first().waitFor();
    await prepare(page);
    return await page.screenshot({ animations: 'disabled', caret: 'hide' });
  } finally {
    await context.close();
  }
}
