import { expect, it } from 'vitest';
import { startSupplier } from '../hotel-client.ts';

it('the server leaves no port open for a sandbox that was dropped while its port was being opened', async () => {
  const { supplier, control } = startSupplier();
  const asked = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<{ url: string; close(): Promise<void> }>();
  let closed = 0;
  supplier.ports.provide(() => {
    asked.resolve();
    return opened.promise;
  });
  const made = control.refused('createSandbox', { body: { id: 'own', port: 0 } });
  await asked.promise;
  const dropped = control.ask('deleteSandbox', { id: 'own' });
  opened.resolve({
    url: 'http://127.0.0.1:1',
    close: async () => {
      closed += 1;
    },
  });
  expect((await dropped).status).toBe(204);
  const { status, body } = await made;
  expect([status, body.error.message]).toEqual([409, expect.stringContaining('removed')]);
  expect([closed, supplier.ports.urlOf('own')]).toEqual([1, undefined]);
});
