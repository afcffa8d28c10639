import { spawnSync } from 'node:child_process';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';

const executablePath = ['chromium', 'google-chrome']
  .map(name => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim())
  .find(path => path);

if (!executablePath) console.warn('SKIPPED: test/browser needs chromium, which is not installed here');

/** Whether a browser is available. In CI a missing browser is an error, so that the tests are not skipped. */
export const hasBrowser = executablePath !== undefined || process.env.CI !== undefined;

// Without these options, a browser calls its maker at start.
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-gpu',
  '--no-first-run',
];

/** The limit of a wait in a page, in milliseconds. It ends a test that hangs, on any machine. */
const patience = 300_000;

/** Starts a browser with a new profile, without a window. Its pages wait patiently. */
export async function launch(): Promise<Browser> {
  const executable = executablePath ?? 'chromium';
  const browser = await chromium.launch({ executablePath: executable, args: quiet, timeout: patience });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async options => {
    const context = await newContext(options);
    context.setDefaultTimeout(patience);
    return context;
  };
  return browser;
}

interface Closable {
  close(): unknown;
}

/** One browser for the tests of a suite. */
export interface BrowserStage {
  readonly browser: Browser;
  /** Closes these after the test, the last one first. */
  closeLater(...opened: Closable[]): void;
}

/** Starts a browser before the tests of a suite, and closes it after them. */
export function useBrowser(): BrowserStage {
  const open: Closable[] = [];
  const stage = { closeLater: (...opened: Closable[]) => void open.push(...opened) } as BrowserStage & {
    browser: Browser;
  }; // it is set before the first test
  beforeAll(async () => {
    stage.browser = await launch();
  });
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });
  afterAll(() => stage.browser.close());
  return stage;
}

export function listenTo(page: Page): { requested: string[]; complaints: string[] } {
  const heard: ReturnType<typeof listenTo> = { requested: [], complaints: [] };
  page.on('request', request => heard.requested.push(request.url()));
  page.on('pageerror', ({ message }) => heard.complaints.push(message));
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) heard.complaints.push(message.text());
  });
  return heard;
}
