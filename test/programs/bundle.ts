import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { systemClock } from '#contracts';
import { readProjectFile } from '../house/project-files.ts';
import { bundleName, bundles, command, program, sources } from './index.ts';

const parts = 'parts';
const day = 24 * 60 * 60 * 1_000;

/** Every module finds its other files as its source does. Only a worker with the module itself loads the bundle. */
const staysAtItsSource: Plugin = {
  name: 'stays-at-its-source',
  transform: {
    filter: { id: { exclude: /node_modules/ }, code: /import\.meta\.(?:url|dirname)/ },
    handler: (code, id) =>
      code
        .replaceAll(/(?<!new Worker\(new URL\()import\.meta\.url/g, JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id))),
  },
};

/**
 * Bundles the programs that tests start. Vitest calls it once before all tests. Runs at the same time share the folder: the name of
 * a part contains its hash, and no file is seen half written.
 *
 * @throws when an import cannot be bundled
 */
export async function setup(): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(sources.map(source => [bundleName(source), source])),
    platform: 'node',
    // Packages that no start loads.
    external: id => isBuiltin(id) || /^(?:@modelcontextprotocol\/|redis$)/.test(id),
    plugins: [staysAtItsSource],
    onLog(_, { message }) {
      throw new Error(`bundling the programs of the tests: ${message}`);
    },
  });
  const names = { entryFileNames: '[name].mjs', chunkFileNames: `${parts}/[name]-[hash].mjs` };
  const { output } = await bundle.generate(names);
  await bundle.close();
  const chunks = output.flatMap(one => (one.type === 'chunk' ? [one] : []));
  // A program must not be there before its parts.
  for (const { fileName, code } of chunks.toSorted((a, b) => Number(a.isEntry) - Number(b.isEntry)))
    if (!existsSync(join(bundles, fileName)) || !fileName.startsWith(parts))
      write(join(bundles, fileName), code);
  const start = readProjectFile('scenarios/cli/understudy.cjs');
  write(command, start.replace('./main.ts', pathToFileURL(program('scenarios/cli/main.ts')).href));
  dropOld(new Set(chunks.map(({ fileName }) => fileName)));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
}

/** Deletes the parts of earlier states of the sources, which a run of the last day may still use. */
function dropOld(used: ReadonlySet<string>): void {
  const limit = systemClock.now() - day;
  for (const name of readdirSync(join(bundles, parts))) {
    const file = join(bundles, parts, name);
    if (!used.has(`${parts}/${name}`) && statSync(file).mtimeMs < limit) rmSync(file);
  }
}
