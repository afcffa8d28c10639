import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { licences } from './licences.ts';

const folder = 'dist/scenarios/cli';
/** The only file of the folder that the bundle does not replace: the program that loads `main.js`. */
const program = 'understudy.cjs';

/**
 * Matches a package that stays outside. No start loads it. The first holds code of others without their licences, and the second is
 * installed only by users who need it.
 */
const isLoadedLater = /^(?:@modelcontextprotocol\/|redis$)/;

const certificates = 'dist/mock-server/node/certificates.js';
/** Matches files that stay where they are, because code outside of the command line also imports them. */
const isOutside = /\.json$|\/certificates\.js$/;

/**
 * Replaces the module that makes certificates by one bundle with its library, which would install 20 packages and 5 MB. Only
 * `--tls` and `createTestCertificates` load the bundle. Writes the licences beside it.
 */
export async function bundleCertificates(): Promise<void> {
  const bundle = await rolldown({ input: certificates, platform: 'node', external: isBuiltin });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  writeFileSync(certificates, output[0].code);
  const modules = output[0].moduleIds;
  rmSync(certificates.replace('.js', '.d.ts')); // it would name a package that users do not have
  writeFileSync(certificates.replace('.js', '-LICENSES.txt'), licences(modules));
}

/**
 * Replaces the built modules of the command line by one bundle with all code that it uses, including packages. A start then
 * loads 29 files instead of 434. Writes the licences of the bundled packages beside it (decision 23).
 *
 * @throws when an import cannot be bundled, or a bundled package has no licence file
 */
export async function bundleCommand(): Promise<void> {
  const bundle = await rolldown({
    input: join(folder, 'main.js'),
    platform: 'node',
    // Comments in the bundle name each module by its path in this project, even where node_modules is a link.
    resolve: { symlinks: false },
    external: id => isBuiltin(id) || isLoadedLater.test(id) || isOutside.test(id),
    plugins: [{ name: 'addresses of files outside', transform: moveImports }],
    onLog(_, { message }) {
      throw new Error(`bundling ${folder}: ${message}`);
    },
  });
  const { output } = await bundle.generate({
    dir: folder,
    // All files stay in this folder, because some modules find other files relative to their own path.
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    comments: false,
  });
  await bundle.close();
  for (const name of readdirSync(folder))
    if (name !== program) rmSync(join(folder, name), { recursive: true });
  const modules = new Set<string>();
  for (const chunk of output) {
    if (chunk.type !== 'chunk') throw new Error(`bundling ${folder}: ${chunk.fileName} is not a module`);
    writeFileSync(join(folder, chunk.fileName), chunk.code);
    for (const id of chunk.moduleIds) modules.add(id);
  }
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licences(modules));
}

/** Makes the imports of files outside relative to the folder of the bundle. Rolldown leaves external addresses as they are. */
function moveImports(code: string, module: string): string {
  return code.replaceAll(/(?<=import\(')\.[^']+(?:\.json|\/certificates\.js)(?=')/g, address =>
    relative(folder, join(dirname(module), address)).replaceAll('\\', '/'),
  );
}
