import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { projectRoot, readProjectFile } from '../house/project-files.ts';
import { bundleName, bundles, command, program, runFolder, sources } from './index.ts';

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

/** Until the end of the run, the folder of the bundles is also the temporary folder of all tests and programs, so that nothing stays. */
export async function setup(): Promise<() => void> {
  const bundle = await rolldown({
    input: Object.fromEntries(sources.map(source => [bundleName(source), join(projectRoot, source)])),
    cwd: projectRoot,
    platform: 'node',
    // Packages that no start loads.
    external: id => isBuiltin(id) || /^(?:@modelcontextprotocol\/|redis$)/.test(id),
    plugins: [staysAtItsSource],
    onLog(_, { message }) {
      throw new Error(`bundling the programs of the tests: ${message}`);
    },
  });
  await bundle.write({
    dir: bundles,
    entryFileNames: '[name].mjs',
    chunkFileNames: 'parts/[name]-[hash].mjs',
  });
  await bundle.close();
  symlinkSync(join(projectRoot, 'node_modules'), join(bundles, 'node_modules'), 'junction');
  const start = readProjectFile('scenarios/cli/understudy.cjs');
  writeFileSync(command, start.replace('./main.ts', pathToFileURL(program('scenarios/cli/main.ts')).href));
  const temporary = join(runFolder, 'tmp');
  mkdirSync(temporary);
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = temporary;
  return () => rmSync(runFolder, { recursive: true, force: true });
}
