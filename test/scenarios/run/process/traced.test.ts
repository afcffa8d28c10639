import { chmodSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startClient } from '#scenarios/run/process/index';
import { createFolder } from '../../../folder.ts';

const folder = createFolder();

const clock = {
  now: () => 1_800_000_000_000,
  advance: () => undefined,
  isBusy: () => false,
  nextWake: () => Infinity,
  waits: () => [],
};

/** Runs a client under a false tracer, which is a shell script. */
async function endUnder(script: string) {
  const tracer = folder.write('tracer.sh', `#!/bin/sh\n${script}\n`);
  chmodSync(tracer, 0o755);
  const client = startClient({
    command: ['./client'],
    env: process.env,
    mark: `UNDERSTUDY_STATE_DIR=${folder.path}`,
    write: () => undefined,
    timeout: 60_000,
    warp: { tracer, clock },
  });
  return { end: await client.ended, notes: client.notes(), jumps: client.jumps() };
}

describe.runIf(process.platform === 'linux')('a client under a tracer', () => {
  it.each([
    ['exit 5', 'echo exit 5 >&3; echo total 1 1 0 >&3; exit 5', { kind: 'exit', code: 5 }],
    [
      'a signal',
      'echo exit signal 11 >&3; echo total 1 1 0 >&3; exit 139',
      { kind: 'signal', signal: 'SIGSEGV' },
    ],
    ['its own exit code 69', 'echo exit 69 >&3; echo total 1 1 0 >&3; exit 69', { kind: 'exit', code: 69 }],
  ])('ends with %s', async (_, script, end) => {
    expect(await endUnder(script)).toEqual({ end, notes: [], jumps: 0 });
  });

  it.each([
    ['note cannot start "./client": No such file or directory', 127, /^there is no command ".\/client"/],
    ['note cannot start "./client": Permission denied', 126, /make it executable: chmod \+x .\/client$/],
    ['note cannot start "./client": Exec format error', 126, /could not be started: Exec format error$/],
    ['note this system refuses the filter (seccomp): no', 69, /cannot run under warp: this system refuses/],
  ])('cannot be started after %s', async (note, code, message) => {
    const { end, notes } = await endUnder(`echo '${note}' >&3; echo total 1 1 0 >&3; exit ${code}`);
    expect(end).toEqual({ kind: 'unstartable', exitCode: code, message: expect.stringMatching(message) });
    expect(notes).toEqual([]);
  });

  it('cannot be started where the system forbids to trace', async () => {
    const { end } = await endUnder('echo note no ptrace here >&3; echo exit 69 >&3; exit 69');
    const message = '"./client" cannot run under warp: no ptrace here';
    expect(end).toEqual({ kind: 'unstartable', exitCode: 69, message });
  });

  it('passes the notes on, and says when the tracer is killed', async () => {
    const { end, notes } = await endUnder('echo note io_uring does not work >&3; kill -9 $$');
    expect(end).toEqual({ kind: 'signal', signal: 'SIGKILL' });
    expect(notes).toEqual([
      'io_uring does not work',
      'the tracer was ended by SIGKILL, and the command with it',
    ]);
  });
});
