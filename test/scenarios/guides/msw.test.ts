import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { blocksOf } from './blocks.ts';

it('the example for MSW in Node prints what the guide says', () => {
  const [code = ''] = blocksOf('msw', 'js');
  const here = code
    .replace("'travel-understudy/mock-server'", "'#mock-server'")
    .replace("'travel-understudy/msw'", "'#mock-server/msw'");
  const args = ['--input-type=module', '--eval', here];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: blocksOf('msw', 'text')[0], stderr: '' });
});
