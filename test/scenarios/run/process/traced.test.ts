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
    ['5', 5, { kind: 'exit', code: 5 }],
    ['signal 11', 139, { kind: 'signal', signal: 'SIGSEGV' }],
    ['69', 69, { kind: 'exit', code: 69 }],
  ])('ends with the end that its tracer names: exit %s', async (said, code, end) => {
    const script = `echo exit ${said} >&3; echo total 1 1 0 >&3; exit ${code}`;
    expect(await endUnder(script)).toEqual({ end, notes: [], jumps: 0 });
  });

  it.each([
    ['note cannot start "./client": No such file or directory', 127, /^there is no command ".\/client"/],
    ['note cannot start "./client": Permission denied', 126, /make it executable: chmod \+x .\/client$/],
    ['note cannot start "./client": Exec format error', 126, /could not be started: Exec format error$/],
    ['note this system refuses the filter (seccomp): no', 69, /cannot run under warp: this system refuses/],
    ['note no ptrace here', 69, /^"\.\/client" cannot run under warp: no ptrace here$/, 'exit 69'],
  ])(
    'cannot be started after the line of the tracer: %s',
    async (note, code, message, total = 'total 1 1 0') => {
      const { end, notes } = await endUnder(`echo '${note}' >&3; echo ${total} >&3; exit ${code}`);
      expect(end).toEqual({ kind: 'unstartable', exitCode: code, message: expect.stringMatching(message) });
      expect(notes).toEqual([]);
    },
  );

  it('passes the notes on, and says when the tracer is killed', async () => {
    const { end, notes } = await endUnder('echo note io_uring does not work >&3; kill -9 $$');
    expect(end).toEqual({ kind: 'signal', signal: 'SIGKILL' });
    expect(notes).toEqual([
      'io_uring does not work',
      'the tracer was ended by SIGKILL, and the command with it',
    ]);
  });
});
