import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

/** The folder of the package as a user's project has it. */
export const packedPackage = join(inject('packedProject'), 'node_modules/travel-understudy');

/** The packed package.json. */
export const manifest = JSON.parse(readFileSync(join(packedPackage, 'package.json'), 'utf8'));

/**
 * Runs Node in a project that has the packed package installed.
 *
 * @example
 * runNode('--eval', 'console.log(1)').stdout; // '1\n'
 */
export function runNode(...args: string[]): NodeRun {
  return runNodeIn(inject('packedProject'), ...args);
}

/** What a run of Node has left. */
export interface NodeRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs Node in a folder. */
export function runNodeIn(cwd: string, ...args: string[]): NodeRun {
  return spawnSync(process.execPath, args, { cwd, env: { ...process.env, NO_COLOR: '1' }, encoding: 'utf8' });
}
