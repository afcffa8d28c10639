import { expect, it } from 'vitest';
import { faultKindsPage } from './fault-kinds-page.ts';

it('writes docs/guides/fault-kinds.md from the table of effects', async () => {
  await expect(faultKindsPage()).toMatchFileSnapshot('../../docs/guides/fault-kinds.md');
});
