// Builds dist/ with tsc, then adds what tsc does not copy: the package scope that maps `#room` imports onto the
// compiled files, and the OpenAPI document.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });

const source = JSON.parse(readFileSync('package.json', 'utf8'));
const imports = Object.fromEntries(
  Object.entries<string>(source.imports).map(([name, file]) => [name, file.replace(/\.ts$/, '.js')]),
);
const scope = { type: source.type, version: source.version, imports };
writeFileSync('dist/package.json', `${JSON.stringify(scope, null, 2)}\n`);
copyFileSync('contracts/openapi.json', 'dist/contracts/openapi.json');
