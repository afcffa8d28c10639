import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { projectFiles, projectRoot } from '../house/project-files.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of a project that has the packed package, and only that, in its dependencies. */
    packedProject: string;
  }
}

/**
 * Packs the package once for all tests of it, from a copy, since packing rewrites package.json for a moment; then
 * lays it into an empty project, with links to the dependencies that it declares and to no others.
 */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-package-'));
  const copy = join(folder, 'copy');
  for (const file of projectFiles()) cpSync(join(projectRoot, file), join(copy, file));
  symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const tarball = readdirSync(folder).find(name => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error(`npm pack left no tarball in ${folder}`);

  const user = join(folder, 'user');
  const unpacked = join(user, 'node_modules/travel-understudy');
  mkdirSync(unpacked, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, tarball), '--strip-components=1', '-C', unpacked]);
  const { dependencies = {} } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    const link = join(user, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(projectRoot, 'node_modules', name), link);
  }
  project.provide('packedProject', user);
  return () => rmSync(folder, { recursive: true, force: true });
}
