import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

/** The folder of the installed package in a user's project. */
export const packedPackage = join(inject('packedProject'), 'node_modules/travel-understudy');

/** Returns the files in a folder, at any depth, with their paths in it. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

export const manifest = JSON.parse(readFileSync(join(packedPackage, 'package.json'), 'utf8'));

/** In a project that has installed the packed package. */
export const runNode = (...args: string[]): NodeRun => runNodeIn(inject('packedProject'), ...args);

/** Runs the text of a module. */
export const runModule = (script: string, project = inject('packedProject')): NodeRun =>
  runNodeIn(project, '--input-type=module', '--eval', script);

export interface NodeRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function runNodeIn(cwd: string, ...args: string[]): NodeRun {
  return spawnSync(process.execPath, args, { cwd, env: { ...process.env, NO_COLOR: '1' }, encoding: 'utf8' });
}
