import { expect, it } from 'vitest';
import { createMockSupplier, createPathRedactor, readStart } from '#mock-server';
import { createControlClient } from '../control/control-client.ts';
import { createTestStore } from '../store/test-store.ts';

it('auth.5: the log of requests shows no token of a sandbox that is not loaded', async () => {
  const keeper = await createTestStore();
  const first = createMockSupplier({ store: await readStart(keeper) });
  const control = createControlClient(first.fetch);
  await control.ask('putSandbox', { id: 'team', body: { staticToken: 'Token-of-7' } });
  const redact = createPathRedactor(createMockSupplier({ store: await readStart(keeper) }));
  expect(redact('/sandbox/team/foo/Token-of-7')).toBe('/sandbox/team/***/***');
  expect(redact('/foo/Token-of-7', undefined, 'understudy-sandbox=team')).toBe('/***/***');
  const search = '/API/REST/Hotel.svc/Search';
  expect(redact(`/sandbox/team${search}`)).toBe(`/sandbox/team${search}`);
  expect(redact('/_control/sandboxes/team')).toBe('/_control/sandboxes/team');
});
