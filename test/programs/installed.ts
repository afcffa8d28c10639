import { spawnSync } from 'node:child_process';

/** Whether the machine has each of these programs. */
export const hasAll = (...programs: string[]): boolean =>
  programs.every(program => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0);

/** Whether tests run that need programs. Without them, warns. In CI a missing program is an error, so that the tests are not skipped. */
export function canRun(tests: string, ...programs: string[]): boolean {
  const has = hasAll(...programs);
  if (!has) console.warn(`SKIPPED: ${tests} needs ${programs.join(', ')}`);
  return has || process.env.CI !== undefined;
}
