import { appendFileSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { version } from '#contracts';
import { asObject, isObject, readJson, UsageError } from '#contracts/util';
import type { ExploreSetting } from './explorer.ts';
import type { Subject } from './flows.ts';
import { keyOf } from './injections.ts';
import type { PlayRun, Run } from './play.ts';
import { hashOf } from './trace.ts';

/** Larger files, such as Node, are not read. */
const maxFileBytes = 10_000_000;

/** Empty without such a file. */
async function hashOfFile(path: string): Promise<string[]> {
  const info = await stat(path).catch(() => undefined);
  if (!info?.isFile() || info.size > maxFileBytes) return [];
  return [`${path} ${hashOf(await readFile(path, 'latin1').catch(() => ''))}`];
}

/**
 * Results that are in the file are not played again. If the disk is full later, the exploration goes on without the file. With other
 * settings, or if a file that they name has changed, such as the source of the client, the file is refused. The files that the
 * client imports do not count.
 *
 * @param more further names of files
 */
export async function resumable<S extends Subject>(
  setting: Pick<ExploreSetting<S>, 'play' | 'resume' | 'command' | 'replayOptions' | 'seed'>,
  more: readonly string[] = [],
): Promise<PlayRun<S>> {
  const { play, resume, command = [], replayOptions = [], seed } = setting;
  if (!resume) return play;
  const { path, records, warn } = resume;
  const settings = [...command, ...more, ...replayOptions, seed];
  const files = (await Promise.all(settings.map(hashOfFile))).flat();
  const about = JSON.stringify({
    version,
    settings,
    files,
    inventory: hashOf(JSON.stringify(records ?? '')),
  });
  const kept = await readKept(path, about);
  if (kept.size === 0)
    await writeFile(path, `${JSON.stringify({ exploration: about })}\n`).catch((error: Error) => {
      throw new UsageError(`cannot write ${path}: ${error.message}`);
    });
  let isWritable = true;
  const keep = (line: string): void => {
    try {
      if (isWritable) appendFileSync(path, line);
    } catch (error) {
      isWritable = false;
      const why = error instanceof Error ? error.message : error;
      warn(`cannot write ${path}: ${why}; the results of further runs are not kept`);
    }
  };
  return async (flow, schedule, tell = false) => {
    const key = `${flow.id} ${keyOf(schedule)}`;
    const before = kept.get(key);
    // A run without disturbances is always played, because two such runs show whether the client behaves equally each time.
    if (before && !tell && schedule.length > 0) return before;
    const run = await play(flow, schedule, tell);
    if (!tell && schedule.length > 0) keep(`${JSON.stringify({ key, run })}\n`);
    return run;
  };
}

async function readKept(path: string, about: string): Promise<Map<string, Run>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new UsageError(`cannot read ${path}: ${error.message}`);
  });
  const kept = new Map<string, Run>();
  for (const [index, line] of text.split('\n').entries()) {
    // The last line is incomplete if the exploration was killed while it wrote the line.
    const { exploration, key, run } = asObject(readJson(line));
    if (index === 0 && text !== '' && exploration !== about)
      throw new UsageError(
        `${path} belongs to another client, seed, profile or version, or the client has changed; delete the file, or give another file`,
      );
    if (typeof key === 'string' && isObject(run)) kept.set(key, run as unknown as Run); // this module has written the line
  }
  return kept;
}
