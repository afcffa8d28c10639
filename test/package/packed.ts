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
export function runNode(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, NO_COLOR: '1' };
  return spawnSync(process.execPath, args, { cwd: inject('packedProject'), env, encoding: 'utf8' });
}
