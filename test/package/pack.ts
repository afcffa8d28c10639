import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { projectFiles, projectRoot } from '../house/project-files.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of a project that depends on the packed package alone. */
    packedProject: string;
    /** The same project with the supported test runners and MSW, one project for each version of MSW. */
    packedProjectWith: { readonly msw3: string; readonly msw2: string };
  }
}

/** Packs a copy, because packing rewrites package.json, unless PACKAGE_TARBALL names a tarball. The project has only links. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-package-'));
  const cleanUp = () => rmSync(folder, { recursive: true, force: true });
  try {
    const tarball = process.env.PACKAGE_TARBALL ?? pack(folder);
    project.provide('packedProject', layOut(tarball, join(folder, 'user')));
    project.provide('packedProjectWith', {
      msw3: layOut(tarball, join(folder, 'user-msw3'), {
        msw: 'msw',
        vitest: 'vitest',
        '@msw/data': '@msw/data',
      }),
      msw2: layOut(tarball, join(folder, 'user-msw2'), { msw: 'msw2' }),
    });
  } catch (error) {
    cleanUp();
    throw error;
  }
  return cleanUp;
}

/** Runs `npm pack` in a folder, and returns the path of the tarball. */
function pack(folder: string): string {
  const copy = join(folder, 'copy');
  for (const file of projectFiles()) cpSync(join(projectRoot, file), join(copy, file));
  symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
  const command = ['pack', '--silent', '--pack-destination', folder];
  execFileSync('npm', command, { cwd: copy, stdio: ['ignore', 'inherit', 'inherit'] });
  const tarball = readdirSync(folder).find(name => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error(`npm pack left no tarball in ${folder}`);
  return join(folder, tarball);
}

/** `peers`: further packages of the project: their names there, and under which names this project has them. */
function layOut(tarball: string, user: string, peers: Readonly<Record<string, string>> = {}): string {
  const unpacked = join(user, 'node_modules/travel-understudy');
  mkdirSync(unpacked, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', unpacked]);
  const { dependencies = {}, bin } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
  mkdirSync(join(user, 'node_modules/.bin'));
  for (const [name, file] of Object.entries<string>(bin)) {
    chmodSync(join(unpacked, file), 0o755);
    symlinkSync(join('../travel-understudy', file), join(user, 'node_modules/.bin', name));
  }
  const declared = Object.keys(dependencies).map(name => [name, name] as const);
  for (const [name, source] of [...declared, ...Object.entries(peers)]) {
    const link = join(user, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(projectRoot, 'node_modules', source), link);
  }
  return user;
}
