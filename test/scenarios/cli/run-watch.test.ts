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
  /** A change can also be played when it is half written, or a second time, so a wait for another change can come before the line. */
  const until = async (line: RegExp): Promise<string[]> => {
    const seen = await untilIdle();
    return seen.some(one => line.test(one)) ? seen : until(line);
  };
  /** Presses Ctrl-C, and returns the exit code. */
  const stop = async () => {
    child.kill('SIGINT');
    return (await once(child, 'close'))[0];
  };
  return { until, untilIdle, stop, scenario: join(folder, 'understudy-scenarios', 'my-answer-lost.yaml') };
}

const held = /my-answer-lost: held/;

it('run --watch plays again after a change of a scenario, also after one that is wrong, until Ctrl-C', async () => {
  const folder = newFolder();
  const { until, stop, scenario } = watchIn(folder, '--report', 'json=report.json', '--report', 'text');
  await until(held);
  const text = readFileSync(scenario, 'utf8');
  writeFileSync(scenario, 'id: [');
  await until(/^understudy: .*my-answer-lost\.yaml/);
  writeFileSync(scenario, text);
  await until(held);
  expect(await stop()).toBe(0);
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
  const { until, untilIdle, stop } = watchIn(folder, '--', 'node', client);
  const isPlay = (line: string) => line.includes('my-answer-lost: not played');
  expect((await untilIdle()).filter(isPlay).length).toBeLessThanOrEqual(2);
  appendFileSync(client, '\n');
  await until(/my-answer-lost: not played/);
  expect(await stop()).toBe(2);
});

it('run --watch plays once a folder of scenarios exists', async () => {
  const folder = newFolder();
  const args = ['--scenarios', 'later', '--scenario', 'hotel-confirmed'];
  const { until, untilIdle, stop, scenario } = watchIn(folder, ...args);
  expect(await untilIdle()).toContainEqual(expect.stringMatching(/^understudy: .*later: .*no such file/));
  renameSync(dirname(scenario), join(folder, 'later'));
  await until(held);
  expect(await stop()).toBe(0);
});
