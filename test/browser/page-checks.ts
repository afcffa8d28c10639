import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { listenTo } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Look {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
}

export async function openOffline(
  browser: Browser,
  url: string,
  { width = 1280, scheme = 'light' }: Look = {},
) {
  const viewport = { width, height: 900 };
  const context = await browser.newContext({
    viewport,
    colorScheme: scheme,
    offline: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const heard = listenTo(page);
  await page.goto(url);
  return { page, heard, close: () => context.close() };
}

/** Returns what axe-core objects to, as readable lines. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // The policy of a page forbids scripts of others, but not those that the debugger of the browser evaluates.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: {
        run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
      };
    }; // the script above has set it
    const { violations } = await checker.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`),
    );
  });
}

/** Returns the pairs of links, buttons and fields that cover each other, and the times and statuses that are cut. */
export const overlaps = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const within = document.querySelector('dialog[open]') ?? document;
    const fixed = '.log, .notices, .skip, .calls-scroll';
    const all = [...within.querySelectorAll('a, button, select, input, textarea, summary')]
      .filter(element => element.checkVisibility() && !element.closest(fixed))
      .map(element => ({ element, box: element.getBoundingClientRect() }));
    const nameOf = (element: Element) => element.outerHTML.slice(0, 80);
    const pairs = all.flatMap(({ element, box }, index) =>
      all.slice(index + 1).flatMap(other => {
        const [a, b] = [box, other.box];
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        const isApart = width <= 1 || height <= 1 || element.contains(other.element);
        return isApart ? [] : [`${nameOf(element)} covers ${nameOf(other.element)}`];
      }),
    );
    const cut = [...document.querySelectorAll('.c-time, .c-status, .c-number')]
      .filter(element => element.checkVisibility() && element.scrollWidth > element.clientWidth)
      .map(element => `${element.textContent} is cut`);
    return [...pairs, ...cut];
  });

/** Returns by how many pixels a page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
