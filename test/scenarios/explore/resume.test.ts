import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeExploration, resumable } from '#scenarios/explore/resume';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'resume-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const play = () => Promise.reject(new Error('nothing is played here'));

it('refuses the results of a client whose file has changed', async () => {
  const [client, results] = [join(folder, 'client.py'), join(folder, 'runs.jsonl')];
  const about = () => describeExploration(['python3', client]);
  await writeFile(client, 'print(1)');
  await resumable(play, results, await about());
  await expect(resumable(play, results, await about())).resolves.toBeTypeOf('function');
  await writeFile(client, 'print(2)');
  await expect(resumable(play, results, await about())).rejects.toThrow('the client has changed');
});
