import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { blocksIn, blocksOf } from '../docs/blocks.ts';
import { projectFiles, projectRoot, readProjectFile } from '../house/project-files.ts';
import { runModule, runNodeIn } from './packed.ts';

const projects = inject('packedProjectWith');

describe('the packed handlers for MSW', () => {
  const [example = ''] = blocksOf('msw', 'js');

  it.each([
    ['3', projects.msw3, example],
    ['2.10', projects.msw2, example.replace('onUnhandledFrame', 'onUnhandledRequest')],
  ])('work with MSW %s as the guide says', (version, project, code) => {
    const script = `import { readFileSync } from 'node:fs';\n${code}
      console.log(JSON.parse(readFileSync('node_modules/msw/package.json', 'utf8')).version);`;
    const { stdout, stderr } = runModule(script, project);
    expect(stderr).toBe('');
    expect(stdout.startsWith(blocksOf('msw', 'text')[0] ?? '?')).toBe(true);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(new RegExp(`^${version.replace('.', '\\.')}\\.`));
  });

  it('let a hang end when its caller gives up under MSW 2.10, and a client book on a clock that jumps', () => {
    const script = `
      import { setupServer } from 'msw/node';
      import { createClient } from 'travel-understudy/client';
      import { createMockSupplier } from 'travel-understudy/mock-server';
      import { understudyHandlers } from 'travel-understudy/msw';
      const start = Date.parse('2026-12-01T10:00:00Z');
      const supplier = createMockSupplier({ clock: { mode: 'auto', start }, faults: ['hotel.search:hang,times=1'] });
      const server = setupServer(...understudyHandlers(supplier));
      server.listen({ onUnhandledRequest: 'error' });
      const { clock } = supplier.sandboxes.require('default');
      const client = createClient({ baseUrl: 'http://127.0.0.1:4010', credential: { Username: 'demo', Password: 'demo' }, clock });
      const { outcome } = await client.book({
        product: 'hotel',
        criteria: { DestinationId: '1003', CheckinDate: '2027-03-10', CheckoutDate: '2027-03-12', SearchRooms: [{ NumAdults: 1 }], Nationality: 'BR' },
        guests: [{ Name: 'Ana', Surname: 'Souza', Age: 34 }],
        choose: offers => offers.find(({ isPrePayment, canPayLater }) => !isPrePayment && canPayLater),
      }, () => true);
      console.log(outcome, clock.now() - start);
      server.close();`;
    const { stdout, stderr } = runModule(script, projects.msw2);
    expect({ stdout, stderr }).toEqual({ stdout: 'confirmed 15250\n', stderr: '' });
  });
});

it('the packed fixture for Vitest passes the tests of the guide as they stand', () => {
  const [code = ''] = blocksOf('vitest', 'ts');
  writeFileSync(join(projects.msw3, 'booking.test.ts'), code);
  const vitest = join(projects.msw3, 'node_modules/vitest/vitest.mjs');
  const report = join(projects.msw3, 'report.json');
  const reporting = ['--reporter=json', `--outputFile=${report}`];
  const { status, stderr } = runNodeIn(projects.msw3, vitest, 'run', ...reporting);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const { numPassedTests, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'));
  expect([numPassedTests, numTotalTests]).toEqual([4, 4]);
});

it('the examples of the README and the guides compile as TypeScript under strict', () => {
  const folder = join(projects.msw3, 'examples');
  mkdirSync(folder);
  // The example of Pact shows a part of a test only.
  const pages = projectFiles().filter(file => /^(?:README|docs\/guides\/(?!pact).*)\.md$/.test(file));
  const blocks = pages.flatMap(page =>
    blocksIn(readProjectFile(page), 'ts|js').map(({ text }) => ({ page, text })),
  );
  expect(blocks.length).toBeGreaterThan(10);
  for (const [index, { page, text }] of blocks.entries())
    writeFileSync(join(folder, `${page.replaceAll('/', '-')}-${index}.ts`), `${text}\nexport {};\n`);
  const myClient = 'export declare function createMyClient(setting: unknown): never;\n';
  writeFileSync(join(folder, 'my-client.ts'), myClient);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  const tsc = join(projectRoot, 'node_modules/.bin/tsc');
  const strict = '--strict --noEmit --target es2024 --module nodenext --skipLibCheck --types node';
  const options = [...strict.split(' '), '--typeRoots', join(projectRoot, 'node_modules/@types')];
  const { stdout } = spawnSync(
    tsc,
    [...options, ...readdirSync(folder).filter(file => file.endsWith('.ts'))],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  expect(stdout).toBe('');
});
