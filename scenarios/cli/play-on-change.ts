import { type FSWatcher, statSync, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { systemClock } from '#contracts';
import { CliError } from './cli-error.ts';

interface Watching {
  /** The files and folders whose changes count. */
  readonly roots: readonly string[];
  /** Files, and folders with YAML files, that no client writes. Each of their changes counts. */
  readonly inputs: readonly string[];
  readonly reports: readonly string[];
  readonly stop: AbortSignal;
  play(): Promise<unknown>;
}

/** One save can be several writes, so a play begins after so many milliseconds without a change. */
const quiet = 50;
/** A file that changes all the time, such as a log, does not put a play off for ever. */
const maxWaits = 20;

/**
 * Plays, and plays again after each change of a file, until `stop`. Changes during a play count after its end. A file that changes
 * during two plays in a row is one that the client writes, such as a log, and does not count, unless it is an input.
 */
export async function playOnChange({ roots, inputs, reports, stop, play }: Watching): Promise<void> {
  const ignored = new Set(reports.map(file => resolve(file)));
  const given = inputs.map(path => resolve(path));
  const isInput = (path: string) =>
    given.some(one => path === one || (path.startsWith(one + sep) && /\.ya?ml$/.test(path)));
  const states = new Map<string, string>();
  let before: ReadonlySet<string> = new Set();
  const changed = new Set<string>();
  let wake = () => {};
  stop.addEventListener('abort', () => wake());
  const onChange = (path: string) => {
    const state = stateOf(path);
    if (ignored.has(path) || states.get(path) === state) return; // one save has several events
    states.set(path, state);
    changed.add(path);
    wake();
  };
  const watchers: FSWatcher[] = [];
  try {
    while (!stop.aborted) {
      const { length } = watchers;
      for (const folder of await foldersOf(roots)) watchers.push(watchFolder(folder, onChange)); // a play can follow a new folder
      for (const old of watchers.splice(0, length)) old.close();
      await untilQuiet(changed, stop);
      if (stop.aborted) return;
      await play();
      // The event of a change can arrive after the play, when the client has ended and only a user saves files.
      for (const path of states.keys()) onChange(path);
      const isNew = [...changed].some(path => isInput(path) || !before.has(path));
      before = new Set(changed);
      if (isNew || stop.aborted) continue;
      console.error(`\nwatching ${roots.join(', ')}: change a file to play again, or press Ctrl-C to end`);
      await new Promise<void>(done => {
        wake = done;
      });
      wake = () => {};
    }
  } finally {
    for (const watcher of watchers) watcher.close(); // an open watcher keeps the process alive
  }
}

async function untilQuiet(changed: Set<string>, stop: AbortSignal): Promise<void> {
  for (let waits = 0; changed.size > 0 && waits < maxWaits; waits += 1) {
    changed.clear();
    await systemClock.sleep(quiet, stop).catch(() => undefined); // stopped
  }
  changed.clear();
}

function watchFolder(folder: string, onChange: (path: string) => void): FSWatcher {
  try {
    return watch(folder, (_, name) => onChange(join(folder, name ?? ''))).on('error', () => undefined); // the folder is gone
  } catch (error) {
    throw new CliError(
      [`--watch: cannot watch ${folder}: ${error instanceof Error ? error.message : error}`],
      1,
    );
  }
}

function stateOf(path: string): string {
  const { mtimeMs, size } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return `${mtimeMs} ${size}`;
}

async function foldersOf(roots: readonly string[]): Promise<Set<string>> {
  const folders = new Set<string>();
  const add = async (folder: string): Promise<boolean> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
    if (!entries) return false;
    folders.add(folder);
    for (const entry of entries)
      if (entry.isDirectory() && !/^(?:\.|node_modules$|__pycache__$)/.test(entry.name))
        await add(join(folder, entry.name));
    return true;
  };
  for (const root of roots.map(one => resolve(one))) if (!(await add(root))) await add(dirname(root));
  return folders;
}
