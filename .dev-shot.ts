import { chromium } from 'playwright-core';
// usage: file#hash out width scheme [click selector]
const [, , url = '', out = '', width = '1280', scheme = 'light', click] = process.argv;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--disable-gpu','--disable-background-networking','--no-sandbox'] });
const context = await browser.newContext({ viewport: { width: Number(width), height: 900 }, colorScheme: scheme as 'light', offline: true });
const page = await context.newPage();
page.on('console', m => console.log('console', m.type(), m.text().slice(0, 300)));
page.on('pageerror', e => console.log('error', e.message));
await page.goto(url);
if (click) await page.locator(click).first().click();
await page.waitForTimeout(300);
const t = await page.evaluate(() => performance.getEntriesByType('paint').map(p => `${p.name} ${Math.round(p.startTime)}`).join(', ') + ' scrollW ' + document.documentElement.scrollWidth + ' h ' + document.documentElement.scrollHeight);
console.log(t);
await page.screenshot({ path: out, fullPage: process.env.FULL === '1' });
await browser.close();
