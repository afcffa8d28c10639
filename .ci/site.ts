// Builds the documentation site: `node .ci/site.ts build` writes docs/.vitepress/dist, `node .ci/site.ts serve` shows it in a browser.
// The tools of the site have their own package in docs/.vitepress, because typedoc needs another version of TypeScript.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { operationsPage } from './reference-pages.ts';

const tools = 'docs/.vitepress';
const reference = 'docs/reference';

const [action = 'serve', ...options] = process.argv.slice(2);
if (action !== 'build' && action !== 'serve') {
  console.error(`Unknown action "${action}". Use "build" or "serve".`);
  process.exit(64);
}

if (!existsSync(`${tools}/node_modules`))
  execFileSync('npm', ['ci', '--prefix', tools], { stdio: 'inherit' });

rmSync(reference, { recursive: true, force: true });
mkdirSync(reference, { recursive: true });
const changelog = readFileSync('CHANGELOG.md', 'utf8').replaceAll('](docs/', '](../');
writeFileSync(`${reference}/changelog.md`, changelog);
writeFileSync(
  `${reference}/operations.md`,
  operationsPage(
    'Operations of the supplier',
    'Every operation with its fields. "Specified" names the clause of the supplier\'s specification; "Observed" marks what public clients ' +
      'or public documentation show; "Assumed" marks a choice of ours. ' +
      'This page is generated from [the OpenAPI document](/openapi.json){target="_self"}.',
    tag => tag !== 'Control',
  ),
);
writeFileSync(
  `${reference}/control-api.md`,
  operationsPage(
    'Control API',
    'The control API operates the stand-in itself: sandboxes, clocks, faults and recorded calls. No supplier has it.',
    tag => tag === 'Control',
  ),
);
// A build fails on a warning of typedoc: a page that names a type without a description of it.
const strictness = action === 'build' ? ['--treatWarningsAsErrors'] : [];
run('typedoc', ['--options', `${tools}/typedoc.json`, ...strictness]);
run('vitepress', [action === 'build' ? 'build' : 'dev', 'docs', ...options]);

function run(tool: string, args: readonly string[]): void {
  try {
    execFileSync(`${tools}/node_modules/.bin/${tool}`, args, { stdio: 'inherit' });
  } catch (error) {
    console.error(`${tool} failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}
