import { describe, expect, it } from 'vitest';
import { createFakeMachine } from '../clock/fakes.ts';
import { startSupplier } from '../hotel-client.ts';

const second = 1_000;

function createStage() {
  const machine = createFakeMachine();
  const { control } = startSupplier({ machine: machine.clock });
  const pass = async (seconds: number) => {
    machine.pass(seconds * second);
    await machine.turnUntilQuiet();
  };
  const ids = async () => (await control.ask('listSandboxes')).body.map(({ id }) => id);
  return { control, pass, ids };
}

describe('a sandbox with expiresAfter', () => {
  it('is deleted after this time without a call', async () => {
    const { control, pass, ids } = createStage();
    const { body } = await control.ask('createSandbox', { body: { id: 'a', expiresAfter: 300 } });
    expect(body.expiresAfter).toBe(300);
    await pass(299);
    expect(await ids()).toEqual(['a', 'default']);
    await pass(1);
    expect(await ids()).toEqual(['default']);
    expect((await control.refused('getSandbox', { id: 'a' })).status).toBe(404);
  });

  it('stays as long as calls name it, and begins its time again with a reset', async () => {
    const { control, pass, ids } = createStage();
    await control.ask('createSandbox', { body: { id: 'a', expiresAfter: 60 } });
    for (let call = 0; call < 5; call += 1) {
      await pass(59);
      await control.ask('getSandbox', { id: 'a' });
    }
    await control.ask('resetSandbox', { id: 'a' });
    await pass(59);
    expect(await ids()).toEqual(['a', 'default']);
    await pass(1);
    expect(await ids()).toEqual(['default']);
  });

  it('is not replaced by a generated id, and contradicts another time', async () => {
    const { control, pass } = createStage();
    const first = await control.ask('createSandbox', { body: { expiresAfter: 10 } });
    await pass(11);
    const second = await control.ask('createSandbox', { body: {} });
    expect([first.body.id, second.body.id]).toEqual(['s1', 's2']);
    const { status } = await control.refused('putSandbox', { id: 's2', body: { expiresAfter: 10 } });
    expect(status).toBe(409);
  });

  it('needs a whole number of seconds', async () => {
    const { control } = createStage();
    for (const expiresAfter of [0, 1.5, '60'])
      expect((await control.refused('createSandbox', { body: { expiresAfter } })).status).toBe(400);
  });
});
