import { once } from 'node:events';
import { readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { systemClock } from '#contracts';
import { playOnChange } from '#scenarios/cli/play-on-change';
import { createFolder } from '../../folder.ts';

const { newFolder } = createFolder();
afterEach(() => vi.restoreAllMocks());

/** Saves a file, and waits until its event has arrived. */
async function saveIn(folder: string, name: string, text: string): Promise<void> {
  const watcher = watch(folder);
  const event = once(watcher, 'change');
  writeFileSync(join(folder, name), text);
  await event;
  watcher.close();
}

interface Saves {
  readonly plays: number;
  /** The number of plays during which the next text is saved. Another text is saved during each wait. */
  readonly during: number;
}

async function textsPlayed(name: string, { plays, during }: Saves): Promise<string[]> {
  const folder = newFolder();
  const stop = new AbortController();
  const waiting = ['a', 'ab', 'abc', 'abcd'];
  const save = () => writeFileSync(join(folder, name), waiting.shift() ?? '');
  save();
  const played: string[] = [];
  vi.spyOn(console, 'error').mockImplementation(save);
  await playOnChange({
    roots: [folder],
    inputs: [folder],
    reports: [],
    stop: stop.signal,
    async play() {
      played.push(readFileSync(join(folder, name), 'utf8'));
      if (played.length <= during) await saveIn(folder, name, waiting.shift() ?? '');
      if (played.length === plays) stop.abort();
    },
  });
  return played;
}

it('plays an input that is saved during each of several plays until its last text has been played', async () => {
  const played = await textsPlayed('one.yaml', { plays: 4, during: 3 });
  expect(played).toEqual(['a', 'ab', 'abc', 'abcd']);
});

it('plays another file that is saved during two plays when it is saved again after them', async () => {
  const played = await textsPlayed('client.mjs', { plays: 3, during: 2 });
  expect(played).toEqual(['a', 'ab', 'abcd']);
});

it('plays a file that is saved in two writes only after the second one', async () => {
  const folder = newFolder();
  const file = join(folder, 'client.mjs');
  const stop = new AbortController();
  writeFileSync(file, '');
  vi.spyOn(console, 'error').mockImplementation(() => writeFileSync(file, 'a'));
  vi.spyOn(systemClock, 'sleep').mockImplementation(async () => writeFileSync(file, 'ab'));
  const played: string[] = [];
  await playOnChange({
    roots: [folder],
    inputs: [],
    reports: [],
    stop: stop.signal,
    async play() {
      played.push(readFileSync(file, 'utf8'));
      if (played.length === 2) stop.abort();
    },
  });
  expect(played).toEqual(['', 'ab']);
});
