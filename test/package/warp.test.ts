import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { createFolder } from '../folder.ts';
import { manifest, packedPackage } from './packed.ts';

const prebuilds = join(packedPackage, 'dist/scenarios/warp/prebuilds');
const { path: cache } = createFolder();

/** Number of the processor in the header of a program, and how many of its parts a program loader must read. */
const header = (program: Buffer) => ({
  kind: program.subarray(0, 4).toString('latin1'),
  processor: program.readUInt16LE(18),
  interpreters: Array.from({ length: program.readUInt16LE(56) }, (_, part) =>
    program.readUInt32LE(Number(program.readBigUInt64LE(32)) + part * program.readUInt16LE(54)),
  ).filter(type => type === 3).length,
});
const isStatic = (processor: number) => ({ kind: '\x7fELF', processor, interpreters: 0 });

describe.runIf(process.platform === 'linux')('the tracer in the packed package', () => {
  it('is an executable static program for the processor of this machine', () => {
    const program = join(prebuilds, `linux-${process.arch}`, 'warp');
    expect(statSync(program).mode & 0o777).toBe(0o755);
    expect(header(readFileSync(program))).toEqual(isStatic(process.arch === 'arm64' ? 183 : 62));
  });

  it('is for the named processor in each other folder too', () => {
    const processors = { 'linux-x64': 62, 'linux-arm64': 183 };
    const built = Object.entries(processors).filter(([name]) => existsSync(join(prebuilds, name)));
    expect(built.map(([name]) => header(readFileSync(join(prebuilds, name, 'warp'))))).toEqual(
      built.map(([, processor]) => isStatic(processor)),
    );
  });

  it('comes with its source and the licence of the C library', () => {
    const source = 'scenarios/warp';
    const names = readdirSync(source).filter(name => /\.[ch]$/.test(name));
    expect(names).toContain('warp.c');
    const packed = (name: string) => readFileSync(join(packedPackage, 'dist', source, name), 'utf8');
    expect(names.filter(name => packed(name) !== readFileSync(join(source, name), 'utf8'))).toEqual([]);
    expect(packed('prebuilds/C-LIBRARY-LICENSE.txt')).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
  });

  it('plays a scenario of half an hour with `run --clock warp`, and builds nothing', () => {
    const adapter = join(packedPackage, 'docs/adapters/client.mjs');
    const command = join(packedPackage, manifest.bin.understudy);
    const options = ['run', '--clock', 'warp', '--scenario', 'pending-unresolved'];
    const args = [command, ...options, '--', process.execPath, adapter];
    const env = { ...process.env, NO_COLOR: '1', XDG_CACHE_HOME: cache };
    const cwd = inject('packedProject');
    const { status, stdout } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('1 scenario: 1 held') });
    expect(readdirSync(cache)).toEqual([]);
  });
});
