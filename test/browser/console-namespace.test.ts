import { describe, expect, it } from 'vitest';
import { ControlTokens } from '#mock-server/node';
import { hasBrowser } from './browser.ts';
import { openTabs, useConsole } from './console-page.ts';

const tokens = new ControlTokens({
  tokens: [
    { name: 'team', token: 'token-of-team-a-1234', scope: 'team-a/*' },
    { name: 'prometheus', token: 'token-of-metrics-1234', scope: 'metrics' },
  ],
});

describe.runIf(hasBrowser)('the console with the token of a team', () => {
  const { visit } = useConsole();

  it('explains a token without rights, shows only the sandboxes of the team, and creates, forks, and deletes them', async () => {
    const { page } = await visit('', { tokens });
    const enter = async (token: string) => {
      await page.getByLabel('Control token').fill(token);
      await page.getByRole('button', { name: 'Continue' }).click();
    };
    await enter('token-of-metrics-1234');
    await page.getByText('This token may not use sandboxes.').waitFor();
    await enter('token-of-team-a-1234');
    await page.getByText('It sees only the sandboxes of its team.').waitFor();
    await page.getByRole('button', { name: 'New sandbox' }).click();
    await page.getByLabel('Name').fill('checkout');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const { hash } = new URL(await page.waitForURL('**/console#/sandboxes/**').then(() => page.url()));
    expect(hash).toContain('#/sandboxes/team-a.checkout');
    await openTabs(page);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByRole('button', { name: 'Fork' }).first().click();
    await page.getByText(/Sandbox “team-a\.s\d+” continues from “team-a\.checkout”\./).waitFor();
    await page.evaluate(() => {
      location.hash = '#/sandboxes/default/calls';
    });
    await page.getByText('or your token may not see it').waitFor();
    await page.getByRole('link', { name: 'All sandboxes' }).click();
    await page.getByRole('row', { name: 'team-a.checkout' }).waitFor();
    const shown = await page.locator('table.list tbody th').allInnerTexts();
    expect(shown).toEqual(['team-a.checkout', expect.stringMatching(/^team-a\.s\d+$/)]);
    await page.getByRole('row', { name: 'team-a.checkout' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Sandbox “team-a.checkout” is deleted.').waitFor();
  });
});
