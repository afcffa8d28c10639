import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const projectRoot = join(import.meta.dirname, '..', '..');

const neverOurs = new Set(['.git', 'node_modules', 'dist', 'coverage']);

/** The files that git holds, or would add with the next `git add`. Outside a git checkout, every file on disk. */
export function projectFiles(): string[] {
  if (!existsSync(join(projectRoot, '.git'))) return walk('');
  const command = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', command, { cwd: projectRoot, encoding: 'utf8' }).split('\0');
  return listed.filter(file => file !== '' && existsSync(join(projectRoot, file)));
}

export function readProjectFile(file: string): string {
  return readFileSync(join(projectRoot, file), 'utf8');
}

function walk(folder: string): string[] {
  const entries = readdirSync(join(projectRoot, folder), { withFileTypes: true });
  return entries
    .filter(entry => !neverOurs.has(entry.name))
    .flatMap(entry => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? walk(path) : [path];
    });
}
