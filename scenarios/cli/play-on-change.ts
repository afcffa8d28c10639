import { type FSWatcher, statSync, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CliError } from './cli-error.ts';

interface Watching {
  /** The files and folders whose changes count. */
  readonly roots: readonly string[];
  readonly reports: readonly string[];
  readonly stop: AbortSignal;
  play(): Promise<unknown>;
}

/**
 * Plays, and plays again after each change of a file, until `stop`. Changes during a play count after its end. A file that changes in
 * every play is one that the client writes, such as a log, and does not count.
 */
export async function playOnChange({ roots, reports, stop, play }: Watching): Promise<void> {
  const ignored = new Set(reports.map(file => resolve(file)));
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
    if (!before.has(path)) wake();
  };
  const watchers: FSWatcher[] = [];
  try {
    while (!stop.aborted) {
      const { length } = watchers;
      for (const folder of await foldersOf(roots)) watchers.push(watchFolder(folder, onChange)); // a play can follow a new folder
      for (const old of watchers.splice(0, length)) old.close();
      changed.clear();
      await play();
      const isNew = [...changed].some(path => !before.has(path));
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

/** Returns the folders of the roots, and those below, without packages, hidden folders and folders that cannot be read. */
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
