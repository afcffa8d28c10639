// Builds dist/ with tsc. Then it replaces `#room` imports by relative ones, because the published package has no map for them.
// It makes declarations import `.js` files, and adds the version, the OpenAPI document, the sample calls, the schemas of
// profiles, scenarios and reports, the bundled profiles, the consumer contracts and the files of the docs page.
// At the end it builds the tracer of warp and the pages of the web interface, and bundles the command line.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildTracer } from './build-tracer.ts';
import { writePages } from './build-web.ts';
import { bundleCommand, bundleLibraries } from './bundle-command.ts';
import { publishedDocuments } from './documents.ts';

interface Manifest {
  type: string;
  version: string;
  sideEffects: boolean;
  imports: Record<string, string>;
  exports: Record<string, unknown>;
}
const { type, version, sideEffects, imports, exports }: Manifest = JSON.parse(
  readFileSync('package.json', 'utf8'),
);

/**
 * Returns the specifier of an import as dist/ needs it: `./y.ts` becomes `./y.js`.
 *
 * @example builtSpecifier('client/flow/x.js', '#contracts') // '../../contracts/index.js'
 */
function builtSpecifier(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return specifier.replace(/\.ts$/, '.js');
  const source = imports[specifier];
  if (source === undefined)
    throw new Error(
      `${file} imports '${specifier}', which is not in \`imports\` of package.json. Add it there.`,
    );
  const path = posix.relative(posix.dirname(file), source.replace(/\.ts$/, '.js'));
  return path.startsWith('.') ? path : `./${path}`;
}

rmSync('dist', { recursive: true, force: true });
// Each further checker computes the types of the libraries again, which takes longer than it saves on few processors.
execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json', '--checkers', '1'], { stdio: 'inherit' });

const emitted = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter(name =>
  /\.[cm]?[jt]s$/.test(name),
);
for (const name of emitted) {
  const path = join('dist', name);
  const text = readFileSync(path, 'utf8');
  const here = name.replaceAll('\\', '/');
  const rewritten = text.replace(
    /(\bfrom |\bimport |\bimport\()(['"])(#[^'"]+|\.[^'"]+\.ts)\2/g,
    (_, before, quote, specifier) => `${before}${quote}${builtSpecifier(here, specifier)}${quote}`,
  );
  if (rewritten !== text) writeFileSync(path, rewritten);
}

// The built code and the sources read the version from the same relative path, so dist/ needs its own package.json. Bundlers read there
// that they may leave out modules whose exports a program does not use.
writeFileSync('dist/package.json', `${JSON.stringify({ type, version, sideEffects }, null, 2)}\n`);
for (const name of ['sample-calls', 'drift-report.schema', 'exploration.schema'])
  copyFileSync(`contracts/${name}.json`, `dist/contracts/${name}.json`);
for (const [name, document] of Object.entries(publishedDocuments()))
  writeFileSync(`dist/contracts/${name}`, JSON.stringify(document));
for (const folder of ['contracts/pacts', 'contracts/profile/bundled'])
  cpSync(folder, `dist/${folder}`, { recursive: true });
// Programs read these, and without white space the package is 1.5 MB smaller.
for (const name of readdirSync('dist/contracts', { recursive: true, encoding: 'utf8' })) {
  const path = join('dist/contracts', name);
  if (name.endsWith('.json')) writeFileSync(path, JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))));
}

// The files of the docs page, compressed, with their licences. A dependency would make users install six times as much, and a package
// that reports each install to its makers (decision 13).
const docsFiles = 'dist/mock-server/swagger-ui';
mkdirSync(docsFiles);
for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js'])
  writeFileSync(`${docsFiles}/${name}.gz`, gzipSync(readFileSync(`node_modules/swagger-ui-dist/${name}`)));
for (const name of ['swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'])
  copyFileSync(`node_modules/swagger-ui-dist/${name}`, `${docsFiles}/${name}`);

buildTracer('dist/scenarios/warp');
await writePages('dist/scenarios/web');
await bundleLibraries();
await bundleCommand();
removeUnreachableTypes();

/** Removes the declarations that no entry of the package reaches, directly or by others: a third of all. */
function removeUnreachableTypes(): void {
  const reached = new Set<string>();
  const open = Array.from(JSON.stringify(exports).matchAll(/dist\/[^"]+\.d\.ts/g), ([path]) => path);
  for (const path of open) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const [, address = ''] of readFileSync(path, 'utf8').matchAll(
      /(?:from|import\() ?['"](\.[^'"]+)\.js['"]/g,
    ))
      open.push(posix.join(posix.dirname(path), `${address}.d.ts`));
  }
  for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
    const path = posix.join('dist', name.replaceAll('\\', '/'));
    if (path.endsWith('.d.ts') && !reached.has(path)) rmSync(path);
  }
}
