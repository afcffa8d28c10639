import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { createFolder } from '../../folder.ts';
import { command } from '../../programs/index.ts';

const { newFolder } = createFolder();

/** Runs `run --watch` in a folder with a scenario. Returns a function that resolves to the lines of stderr until it waits for a change. */
function watchIn(folder: string, ...args: readonly string[]) {
  spawnSync(process.execPath, [command, 'init'], { cwd: folder });
  const words = ['run', '--watch', '--scenario', 'my-answer-lost', ...args];
  const child = spawn(process.execPath, [command, ...words], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stderr)[Symbol.asyncIterator]();
  const untilIdle = async (): Promise<string[]> => {
    const seen: string[] = [];
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      if (next.value.startsWith('watching ')) return seen;
      seen.push(next.value);
    }
    throw new Error(`the command ended: ${seen.join('\n')}`);
  };
  return { child, untilIdle, scenario: join(folder, 'understudy-scenarios', 'my-answer-lost.yaml') };
}

const held = expect.stringMatching(/my-answer-lost: held/);

it('run --watch plays again after a change of a scenario, also after one that is wrong, until Ctrl-C', async () => {
  const folder = newFolder();
  const { child, untilIdle, scenario } = watchIn(folder, '--report', 'json=report.json', '--report', 'text');
  expect(await untilIdle()).toContainEqual(held);
  const text = readFileSync(scenario, 'utf8');
  writeFileSync(scenario, 'id: [');
  expect(await untilIdle()).toContainEqual(expect.stringMatching(/^understudy: .*my-answer-lost\.yaml/));
  writeFileSync(scenario, text);
  expect(await untilIdle()).toContainEqual(held);
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([0, null]);
});

it('run --watch plays again after a change of the client, and does not take what the client writes for a change', async () => {
  const folder = newFolder();
  const client = join(folder, 'client.mjs');
  writeFileSync(
    client,
    `import { appendFileSync, writeFileSync } from 'node:fs';
    appendFileSync('client.log', 'played');
    writeFileSync(process.env.UNDERSTUDY_RESULT, '{"outcome":"unsupported"}');`,
  );
  const { child, untilIdle } = watchIn(folder, '--', 'node', client);
  const isPlay = (line: string) => line.includes('my-answer-lost: not played');
  expect((await untilIdle()).filter(isPlay).length).toBeLessThanOrEqual(2);
  appendFileSync(client, '\n');
  expect((await untilIdle()).some(isPlay)).toBe(true);
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([2, null]);
});

it('run --watch plays once a folder of scenarios exists', async () => {
  const folder = newFolder();
  const { child, untilIdle, scenario } = watchIn(
    folder,
    '--scenarios',
    'later',
    '--scenario',
    'hotel-confirmed',
  );
  expect(await untilIdle()).toContainEqual(expect.stringMatching(/^understudy: .*later: .*no such file/));
  renameSync(dirname(scenario), join(folder, 'later'));
  expect(await untilIdle()).toContainEqual(held);
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([0, null]);
});
