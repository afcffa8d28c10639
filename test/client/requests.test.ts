import { describe, expect, it } from 'vitest';
import { type AnyOperation, operationIds, operations } from '#contracts';
import { stage } from './stage.ts';

const posts = operationIds.filter(id => operations[id].method === 'POST');

describe('a request', () => {
  it.each(operationIds)('auth.1: of %s holds the credential in its only place', async id => {
    const { fails, seen } = stage([404]);
    await fails(id);
    const { url = '', body = '', headers = new Headers() } = seen[0] ?? {};
    const { path, base }: AnyOperation = operations[id];
    const isBooking = base === 'base';
    expect(body === '' ? undefined : JSON.parse(body)).toEqual(
      isBooking ? { Credential: { Username: 'demo', Password: 'demo-password' } } : undefined,
    );
    expect(new URL(url).search).toBe(isBooking ? '' : '?managerId=1');
    expect(new URL(url).pathname.split('/').slice(0, 4)).toEqual(path.split('/').slice(0, 4));
    expect(JSON.stringify([...headers])).not.toContain('demo');
  });

  it.each(posts)('svc.5: of %s names JSON in Content-Type and Accept', async id => {
    const { fails, seen } = stage([404]);
    await fails(id);
    expect(Object.fromEntries(seen[0]?.headers ?? [])).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
    });
  });

  it('svc.5: without a body says nothing of one', async () => {
    const { fails, seen } = stage([404]);
    await fails('airportDetail');
    expect(Object.fromEntries(seen[0]?.headers ?? [])).toEqual({ accept: 'application/json' });
  });
});
