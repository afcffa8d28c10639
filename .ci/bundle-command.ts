import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Plugin, type RolldownOutput, rolldown } from 'rolldown';
import { licences } from './licences.ts';

const folder = 'dist/scenarios/cli';
/** The only file of the folder that the bundle does not replace: the program that loads `main.js`. */
const program = 'understudy.cjs';

/** Matches a package that only users who need it install. */
const isLoadedLater = /^redis$/;

/** Modules that the build replaces by bundles, which users load only when they need them. */
const bundled = ['mock-server/node/certificates', 'mock-server/web/tool-server/mcp-library'];
/** Matches files that stay where they are, because code outside of the command line also imports them. */
const isOutside = /\.json$|\/(?:certificates|mcp-library)\.js$/;

/**
 * The entries of the files for a start of the server. Each file has all code that its entry needs at once and no earlier file has. Node
 * loads few large files faster than many small ones.
 */
const startFiles = {
  base: 'cli/main.js',
  server: 'cli/commands/serve.js',
  control: 'mock-server/control/index.js',
};

/** Returns the groups of modules for `startFiles`. `output`: the same bundle without groups. */
function startGroups({ output }: RolldownOutput) {
  const chunks = output.filter(chunk => chunk.type === 'chunk');
  const grouped = new Set(
    chunks.map(({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && facadeModuleId),
  );
  return [
    // Otherwise Rolldown's own functions, which many files import, would be in the file with this large library.
    { name: 'yaml', test: /node_modules\/yaml\// },
    ...Object.entries(startFiles).map(([name, entry]) => {
      const open = chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(entry));
      if (open.length !== 1) throw new Error(`bundling ${folder}: no file begins with ${entry}`);
      for (const { imports } of open)
        open.push(...chunks.filter(chunk => imports.includes(chunk.fileName) && !open.includes(chunk)));
      const own = new Set(open.flatMap(({ moduleIds }) => moduleIds).filter(id => !grouped.has(id)));
      for (const id of own) grouped.add(id);
      return { name, test: (id: string) => own.has(id) };
    }),
  ];
}

/** With `import`, Node calls each getter of a builtin module. For `node:http`, it then loads all classes of `fetch`. */
const withoutGetters: Plugin = {
  name: 'builtin modules without their getters',
  renderChunk: code =>
    code.replaceAll(
      /^import (?:([\w$]+)(?:, )?)?(\{.+\})? from ("node:.+");$/gm,
      (_, whole?: string, some?: string, id?: string) => {
        const names = [whole, some?.replaceAll(' as ', ': ')].filter(name => name !== undefined);
        return `const ${names.map(name => `${name} = process.getBuiltinModule(${id})`).join(', ')};`;
      },
    ),
};

/** The MCP library checks forms that its servers ask for, and ours ask for none. This part also holds code of others. */
const withoutForms: Plugin = {
  name: 'without forms',
  resolveId: id => (id === '@modelcontextprotocol/server/_shims' ? id : null),
  load: id =>
    id === '@modelcontextprotocol/server/_shims'
      ? 'export const { process } = globalThis; export class DefaultJsonSchemaValidator {}'
      : null,
};

/**
 * Replaces the modules that make certificates and speak MCP by one bundle each with its library. The libraries would install
 * 22 packages and 13 MB. Writes the licences beside them.
 */
export async function bundleLibraries(): Promise<void> {
  for (const name of bundled) {
    const file = `dist/${name}.js`;
    const external = (id: string) => isBuiltin(id) || id.startsWith('zod');
    const bundle = await rolldown({ input: file, platform: 'node', external, plugins: [withoutForms] });
    const { output } = await bundle.generate({ minify: true });
    await bundle.close();
    writeFileSync(file, output[0].code);
    rmSync(`dist/${name}.d.ts`); // it would name a package that users do not have
    writeFileSync(`dist/${name}-LICENSES.txt`, licences(output[0].moduleIds));
  }
}

/**
 * Replaces the built modules of the command line by one bundle with all code that it uses, including packages. A start then
 * loads 7 files instead of 434. Writes the licences of the bundled packages beside it (decision 23).
 *
 * @throws when an import cannot be bundled, or a bundled package has no licence file
 */
export async function bundleCommand(): Promise<void> {
  const bundle = await rolldown({
    input: join(folder, 'main.js'),
    platform: 'node',
    // Comments in the bundle name each module by its path in this project, even where node_modules is a link.
    resolve: { symlinks: false },
    preserveEntrySignatures: 'allow-extension',
    external: id => isBuiltin(id) || isLoadedLater.test(id) || isOutside.test(id),
    plugins: [{ name: 'addresses of files outside', transform: moveImports }],
    onLog(_, { message }) {
      throw new Error(`bundling ${folder}: ${message}`);
    },
  });
  const options = {
    dir: folder,
    // All files stay in this folder, because some modules find other files relative to their own path.
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    comments: false,
    plugins: [withoutGetters],
  };
  const groups = startGroups(await bundle.generate(options));
  const codeSplitting = { groups, includeDependenciesRecursively: false };
  const { output } = await bundle.generate({ ...options, codeSplitting });
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
