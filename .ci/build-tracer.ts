import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

const source = 'scenarios/warp';

/** The platforms with a tracer in the package. On a machine of another platform, the second compiler builds it. */
const platforms = [
  { name: 'linux-x64', crossCompiler: 'x86_64-linux-gnu-gcc' },
  { name: 'linux-arm64', crossCompiler: 'aarch64-linux-gnu-gcc' },
];

/**
 * Compiles the tracer of warp as a static program for each platform. A platform without a compiler is left out, and one line on
 * stderr says so. Copies the source and the licence of the C library beside the programs: a static program contains parts of
 * this library, so its licence demands both. With the source, the first use can also build a tracer that the package lacks.
 *
 * @param target the folder that receives `prebuilds/<platform>/warp`
 * @throws Error if a compiler cannot compile the tracer
 * @example buildTracer('dist/scenarios/warp') // writes dist/scenarios/warp/prebuilds/linux-x64/warp
 */
export function buildTracer(target: string): void {
  for (const name of readdirSync(source).filter(name => /\.[ch]$/.test(name))) copy(name, target);
  const prebuilds = join(target, 'prebuilds');
  copy('C-LIBRARY-LICENSE.txt', prebuilds);
  for (const { name, crossCompiler } of platforms) {
    const compiler = name === `${process.platform}-${process.arch}` ? 'cc' : crossCompiler;
    const program = join(prebuilds, name, 'warp');
    const options = ['-O2', '-static', '-s', '-Wall', '-Wextra', '-Werror'];
    mkdirSync(join(prebuilds, name), { recursive: true });
    const { status, error } = spawnSync(compiler, [...options, '-o', program, join(source, 'warp.c')], {
      stdio: ['ignore', 2, 2],
    });
    if (error !== undefined) {
      console.error(`The package gets no tracer for ${name}, because this machine has no "${compiler}".`);
      rmdirSync(join(prebuilds, name));
    } else if (status !== 0) throw new Error(`"${compiler}" cannot compile the tracer of warp for ${name}.`);
  }
}

function copy(name: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(source, name), join(folder, name));
}
