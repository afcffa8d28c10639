import { describe, expect, it } from 'vitest';
import type { ControlEndpointId } from '#contracts/control';
import { startSupplier, testCriteria } from '../hotel-client.ts';

function start(faults: string[] = []) {
  const { client, control } = startSupplier({ options: { rateLimit: false }, faults });
  return {
    control,
    status: async () => (await client.call('hotel.search', { Criteria: testCriteria })).status,
    list: async () => (await control.ask('listFaults')).body,
    arm: (body: unknown) => control.ask('armFaults', { body: JSON.stringify(body) }),
    refused: (body: unknown) => control.refused('armFaults', { body: JSON.stringify(body) }),
    disarm: async (endpoint: ControlEndpointId, faultId = '') => {
      const answer = await control.send(endpoint, { faultId });
      return [answer.status, await answer.text()];
    },
  };
}

describe('a fault armed over the control API', () => {
  it('is answered as it was written, with an id, and counts the calls that it saw and hit', async () => {
    const { arm, list, status } = start();
    const fault = { match: { operations: ['hotel.*'], nth: 2 }, effect: { kind: 'status', status: 503 } };
    const { status: created, body } = await arm(fault);
    expect([created, body]).toEqual([201, { id: 'fault-1', ...fault, seen: 0, fired: 0 }]);
    expect(await list()).toEqual([body]);
    expect([await status(), await status(), await status()]).toEqual([200, 503, 200]);
    expect(await list()).toMatchObject([{ seen: 2, fired: 1 }]);
  });

  it('may be sent in short', async () => {
    const { arm, status } = start();
    const { body } = await arm('hotel.search:status=502,times=1,id=short');
    const match = { operations: ['hotel.search'], times: 1 };
    expect(body).toMatchObject({ id: 'short', match, effect: { kind: 'status', status: 502 } });
    expect(await status()).toBe(502);
  });

  it('may come in a list, which is answered with a list', async () => {
    const { arm, control } = start();
    const { status, body } = await arm(['car.*:cut', { id: 'slow', effect: { kind: 'delay', by: 'PT1S' } }]);
    expect([status, body]).toMatchObject([201, [{ id: 'fault-1' }, { id: 'slow' }]]);
    expect((await arm([])).body).toEqual([]);
    expect((await control.ask('getSandbox')).body.faults).toBe(2);
  });

  it('is shown and exported without the secrets that it looks for', async () => {
    const { arm, control, list } = start();
    const card = 'Payment.PaymentRequestCC1.CreditCard';
    const body = {
      'Credential.Password': 'hush',
      [`${card}.CardNumber`]: '4111111111111111',
      [`${card}.SecurityCode`]: '123',
      ExternalReference: 'mine',
    };
    const { body: armed } = await arm({
      match: { operations: ['hotel.doBooking'], body },
      effect: { kind: 'cut' },
    });
    const shown = { 'Credential.Password': '***', [`${card}.CardNumber`]: '***', ExternalReference: 'mine' };
    expect(armed).toMatchObject({ match: { body: shown } });
    expect(await list()).toEqual([armed]);
    const { faults } = (await (await control.send('exportSandbox')).json()).state;
    for (const text of [armed, faults].map(value => JSON.stringify(value)))
      expect(text).not.toMatch(/hush|4111|123/);
  });

  it('hits nothing any more when it is disarmed', async () => {
    const { disarm, list, status } = start(['hotel.search:status=500,id=one', 'car.*:cut', 'tour.*:cut']);
    expect(await status()).toBe(500);
    expect(await disarm('disarmFault', 'one')).toEqual([204, '']);
    expect(await status()).toBe(200);
    expect((await list()).map(({ id }) => id)).toEqual(['fault-2', 'fault-3']);
    expect(await disarm('disarmFaults')).toEqual([204, '']);
    expect(await list()).toEqual([]);
  });

  it('is not found under another id, and the armed ids and the nearest are named', async () => {
    const { control } = start(['hotel.search:cut,id=first', 'car.*:cut,id=second']);
    const { status, body } = await control.refused('disarmFault', { faultId: 'frist' });
    const detail = { field: 'faultId', value: 'frist', valid: ['first', 'second'], nearest: 'first' };
    expect([status, body.error.details]).toMatchObject([404, [detail]]);
  });
});

describe('a fault that cannot be armed', () => {
  it.each([
    [{ operations: ['hotel.search', 'hotel.doBoking'] }, 'match.operations[1]', 'hotel.doBooking'],
    [{ body: { 'Criteria.Nationalty': 1 } }, 'match.body["Criteria.Nationalty"]', 'Criteria.Nationality'],
  ])('because of a wrong name in %j is refused with the nearest one', async (match, field, nearest) => {
    const { refused, list } = start();
    const { status, code, details, message } = await refused({ match, effect: { kind: 'cut' } });
    expect([status, code]).toEqual([400, 'InvalidRequest']);
    expect(details).toMatchObject([{ field, nearest, valid: expect.arrayContaining([nearest]) }]);
    expect(message).toContain(`did you mean "${nearest}"?`);
    expect(await list()).toEqual([]);
  });

  it('names every field that is wrong, of every fault in its list', async () => {
    const { refused } = start();
    const wrong = { match: { nth: [3, 2], times: 0 }, effect: { kind: 'delay' } };
    expect((await refused(wrong)).brief).toBe('400 match.nth match.times effect.by');
    const list = ['cutt', 'car.*:cut', { effect: { kind: 'hang', fro: 1 } }, 'hotel.serch:cut'];
    expect((await refused(list)).brief).toBe('400 [0].effect.kind [2].effect.fro [3].match.operations[0]');
  });

  it('leaves the others of its list unarmed', async () => {
    const { refused, list, status } = start(['car.*:cut']);
    await refused(['hotel.search:status=500', 'cutt']);
    expect((await list()).map(({ id }) => id)).toEqual(['fault-1']);
    expect(await status()).toBe(200);
  });

  it('is a conflict when it contradicts another one, and names it', async () => {
    const { refused } = start(['hotel.search:status=500,id=down']);
    const { status, details, message } = await refused('hotel.*:hang');
    expect([status, details]).toMatchObject([409, [{ field: 'effect', value: 'down' }]]);
    expect(message).toContain('both faults decide the status for hotel.search');
  });

  it('is a conflict when it contradicts one of its own list, which is not armed either', async () => {
    const { refused, list } = start();
    const faults = ['hotel.search:cut', 'hotel.search:status=500', 'car.search:cut', 'car.*:status=500'];
    const { status, details, message } = await refused(faults);
    const contradicts = (other: number) =>
      expect.stringMatching(new RegExp(`^contradicts \\[${other}\\]: both faults decide`));
    expect(status).toBe(409);
    expect(details).toMatchObject([
      { field: '[1].effect', message: contradicts(0) },
      { field: '[3].effect', message: contradicts(2) },
    ]);
    expect(message).not.toContain('disarm');
    expect(await list()).toEqual([]);
  });

  it('is a conflict when the sandbox is closed, until its reset', async () => {
    const { arm, control, refused } = start();
    await control.ask('closeSandbox');
    const { status, message } = await refused('cut');
    expect([status, message]).toEqual([409, expect.stringContaining('the sandbox is closed')]);
    await control.ask('resetSandbox');
    expect((await arm('cut')).status).toBe(201);
  });

  it('is a conflict when it would be one too many', async () => {
    const { arm, refused, list } = start(['car.*:cut']);
    const thousand = Array.from({ length: 1_000 }, (_, index) => `hotel.search:status=500,nth=${index + 1}`);
    const { status, message } = await refused(thousand);
    const expected = '1 armed and 1000 new faults exceed the maximum of 1000';
    expect([status, message]).toEqual([409, expect.stringContaining(expected)]);
    expect(await list()).toHaveLength(1);
    expect((await arm(thousand.slice(1))).body).toHaveLength(999);
  });
});
