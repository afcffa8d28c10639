import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readInjection } from '#scenarios/explore/injections';
import { playInProcess } from '#scenarios/explore/play-flow';
import { resumable } from '#scenarios/explore/resume';
import { createFolder } from '../../folder.ts';
import { flowOf } from './scripted-client.ts';

const { path: folder, newFolder } = createFolder();

const play = () => Promise.reject(new Error('nothing is played here'));

it('an exploration refuses the results of a client whose file has changed', async () => {
  const [client, results] = [join(folder, 'client.py'), join(folder, 'runs.jsonl')];
  const resume = { path: results, warn: () => undefined };
  const setting = { play, resume, command: ['python3', client], seed: 'any' };
  await writeFile(client, 'print(1)');
  await resumable(setting);
  await expect(resumable(setting)).resolves.toBeTypeOf('function');
  await writeFile(client, 'print(2)');
  await expect(resumable(setting)).rejects.toThrow('the client has changed');
});

// A folder that is gone stands for a full disk: both refuse every write.
it('an exploration plays on, and warns once, if the results of runs can no longer be kept', async () => {
  const gone = newFolder();
  const path = join(gone, 'runs.jsonl');
  const warnings: string[] = [];
  const resume = { path, warn: (sentence: string) => void warnings.push(sentence) };
  const play = await resumable({ play: playInProcess({}), resume, seed: 'any' });
  await rm(gone, { recursive: true });
  for (const text of ['car.search:cut', 'car.doBooking:cut'])
    expect(await play(flowOf('car'), [readInjection(text)])).toMatchObject({ state: 'held' });
  expect(warnings).toEqual([expect.stringContaining(`cannot write ${path}`)]);
  expect(warnings[0]).toContain('the results of further runs are not kept');
});

it('an exploration refuses a file that cannot be created', async () => {
  const path = join(folder, 'no-such-folder', 'runs.jsonl');
  const resume = { path, warn: () => undefined };
  await expect(resumable({ play, resume, seed: 'any' })).rejects.toThrow(`cannot write ${path}`);
});
