import { describe, expect, it } from 'vitest';
import type { ControlEndpointId } from '#contracts/control';
import { createHotelClient, createTestSupplier, testCriteria } from '../hotel-client.ts';
import { createControlClient } from './control-client.ts';

const search = { Criteria: testCriteria };

function start(faults: string[] = []) {
  const supplier = createTestSupplier({ options: { rateLimit: false }, faults });
  const client = createHotelClient(supplier.fetch);
  const control = createControlClient(supplier.fetch);
  return {
    control,
    status: async () => (await client.call('hotel.search', search)).status,
    list: async (id = 'default') => (await control.ask('listFaults', { id })).body,
  };
}

describe('a fault armed over the control API', () => {
  it('is answered as it was written, with an id and counts of zero', async () => {
    const { control, list } = start();
    const fault = { match: { operations: ['hotel.*'], nth: [1, 3] }, effect: { kind: 'cut' } };
    const { status, body } = await control.ask('armFaults', { body: fault });
    expect([status, body]).toEqual([201, { id: 'fault-1', ...fault, seen: 0, fired: 0 }]);
    expect(await list()).toEqual([body]);
  });

  it('may be sent in short', async () => {
    const { control, status } = start();
    const { body } = await control.ask('armFaults', { body: '"hotel.search:status=502,times=1,id=short"' });
    expect(body).toEqual({
      id: 'short',
      match: { operations: ['hotel.search'], times: 1 },
      effect: { kind: 'status', status: 502 },
      seen: 0,
      fired: 0,
    });
    expect(await status()).toBe(502);
  });

  it('may come in a list, which is answered with a list', async () => {
    const { control } = start();
    const faults = ['car.*:cut', { id: 'slow', effect: { kind: 'delay', by: 'PT1S' } }];
    const { status, body } = await control.ask('armFaults', { body: faults });
    expect([status, body]).toEqual([
      201,
      [expect.objectContaining({ id: 'fault-1' }), expect.objectContaining({ id: 'slow' })],
    ]);
    expect((await control.ask('armFaults', { body: [] })).body).toEqual([]);
    expect((await control.ask('getSandbox')).body.faults).toBe(2);
  });

  it('is shown and exported without the secrets that it looks for', async () => {
    const { control, list } = start();
    const body = {
      'Credential.Password': 'hush',
      'Payment.PaymentRequestCC1.CreditCard.CardNumber': '4111111111111111',
      'Payment.PaymentRequestCC1.CreditCard.SecurityCode': '123',
      ExternalReference: 'mine',
    };
    const fault = { match: { operations: ['hotel.doBooking'], body }, effect: { kind: 'cut' } };
    const { body: armed } = await control.ask('armFaults', { body: fault });
    const shown = {
      'Credential.Password': '***',
      'Payment.PaymentRequestCC1.CreditCard.CardNumber': '***',
      ExternalReference: 'mine',
    };
    expect(armed).toMatchObject({ match: { body: shown } });
    expect(await list()).toEqual([armed]);
    expect(JSON.stringify(armed)).not.toMatch(/hush|4111|123/);
    const file = await (await control.send('exportSandbox')).json();
    expect(JSON.stringify(file.faults)).not.toMatch(/hush|4111|123/);
  });

  it('hits nothing any more when it is disarmed', async () => {
    const { control, list, status } = start(['hotel.search:status=500,id=one', 'car.*:cut', 'tour.*:cut']);
    expect(await status()).toBe(500);
    expect(await sent(control, 'disarmFault', 'one')).toEqual([204, '']);
    expect(await status()).toBe(200);
    expect((await list()).map(({ id }) => id)).toEqual(['fault-2', 'fault-3']);
    expect(await sent(control, 'disarmFaults')).toEqual([204, '']);
    expect(await list()).toEqual([]);
  });
});

type Control = ReturnType<typeof createControlClient>;

async function sent(control: Control, endpoint: ControlEndpointId, faultId?: string) {
  const answer = await control.send(endpoint, { ...(faultId !== undefined && { faultId }) });
  return [answer.status, await answer.text()];
}

describe('a fault that cannot be armed', () => {
  it.each([
    ['an unknown kind', { effect: { kind: 'hangg' } }, 'effect.kind', 'hang'],
    ['an unknown parameter', { effect: { kind: 'hang', fro: 'PT1S' } }, 'effect.fro', 'for'],
    ['an unknown value', { effect: { kind: 'cut', at: 'midbody' } }, 'effect.at', 'mid-body'],
    [
      'an unknown operation',
      { match: { operations: ['hotel.search', 'hotel.doBoking'] }, effect: { kind: 'cut' } },
      'match.operations[1]',
      'hotel.doBooking',
    ],
    [
      'a field that no request has',
      {
        match: { operations: ['hotel.search'], body: { 'Criteria.DestinationID': 1 } },
        effect: { kind: 'cut' },
      },
      'match.body["Criteria.DestinationID"]',
      'Criteria.DestinationId',
    ],
  ])('for %s names the field and the nearest valid name', async (_, body, field, nearest) => {
    const { control, list } = start();
    const { status, body: answer } = await control.refused('armFaults', { body: JSON.stringify(body) });
    expect([status, answer.error.code]).toEqual([400, 'InvalidRequest']);
    expect(answer.error.details).toMatchObject([{ field, nearest }]);
    expect(answer.error.details[0]?.valid).toContain(nearest);
    expect(answer.error.message).toContain(`did you mean "${nearest}"?`);
    expect(await list()).toEqual([]);
  });

  it.each([[null], [5], [[[]]]])('may not be %j', async body => {
    const { status, body: answer } = await start().control.refused('armFaults', { body });
    expect([status, answer.error.message]).toEqual([
      400,
      expect.stringContaining('write the fault as an object'),
    ]);
  });

  it('names every field that is wrong', async () => {
    const body = { match: { nth: [3, 2], times: 0 }, effect: { kind: 'delay' } };
    const { fields } = await start().control.refused('armFaults', { body });
    expect(fields).toEqual(['match.nth', 'match.times', 'effect.by']);
  });

  it('leaves the others of its list unarmed, and is named by its place', async () => {
    const { control, list, status } = start(['car.*:cut']);
    const { fields } = await control.refused('armFaults', {
      body: ['hotel.search:status=500', { effect: { kind: 'hang', fro: 1 } }],
    });
    expect(fields).toEqual(['[1].effect.fro']);
    expect((await list()).map(({ id }) => id)).toEqual(['fault-1']);
    expect(await status()).toBe(200);
  });

  it('is a conflict when it contradicts another one, and names it', async () => {
    const { control } = start(['hotel.search:status=500,id=down']);
    const { status, body } = await control.refused('armFaults', { body: '"hotel.*:hang"' });
    expect([status, body.error.code]).toEqual([409, 'Conflict']);
    expect(body.error.details).toMatchObject([{ field: 'effect', value: 'down' }]);
    expect(body.error.message).toContain('both faults decide the status for hotel.search');
  });

  it('is named with every other of its list that is wrong', async () => {
    const body = ['cutt', 'car.*:cut', { effect: { kind: 'hang', fro: 1 } }, 'hotel.serch:cut'];
    const { fields } = await start().control.refused('armFaults', { body });
    expect(fields).toEqual(['[0].effect.kind', '[2].effect.fro', '[3].match.operations[0]']);
  });

  it('is a conflict when it contradicts one of its own list, which is not armed either', async () => {
    const { control, list } = start();
    const { status, body } = await control.refused('armFaults', {
      body: ['hotel.search:cut', 'hotel.search:status=500', 'car.search:cut', 'car.*:status=500'],
    });
    expect([status, body.error.details]).toMatchObject([
      409,
      [
        { field: '[1].effect', message: expect.stringMatching(/^contradicts \[0\]: both faults decide/) },
        { field: '[3].effect', message: expect.stringMatching(/^contradicts \[2\]: both faults decide/) },
      ],
    ]);
    expect(body.error.message).not.toContain('disarm');
    expect(await list()).toEqual([]);
  });

  it('is a conflict when the sandbox is closed', async () => {
    const { control, list } = start();
    await control.ask('closeSandbox');
    const { status, body } = await control.refused('armFaults', { body: '"cut"' });
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('the sandbox is closed')]);
    expect(await list()).toEqual([]);
    await control.ask('resetSandbox');
    expect((await control.ask('armFaults', { body: '"cut"' })).status).toBe(201);
  });

  it('is a conflict when it would be one too many', async () => {
    const { control, list } = start(['car.*:cut']);
    const body = Array.from({ length: 1_000 }, (_, index) => `hotel.search:status=500,nth=${index + 1}`);
    const refused = await control.refused('armFaults', { body });
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringContaining('1 armed and 1000 new faults exceed the maximum of 1000'),
    ]);
    expect(await list()).toHaveLength(1);
    expect((await control.ask('armFaults', { body: body.slice(1) })).status).toBe(201);
    expect((await control.ask('getSandbox')).body.faults).toBe(1_000);
  });

  it('is not found to be disarmed: the ids that are armed are named, and the nearest', async () => {
    const { control } = start(['hotel.search:cut,id=first', 'car.*:cut,id=second']);
    const { status, body } = await control.refused('disarmFault', { faultId: 'frist' });
    expect([status, body.error.details]).toMatchObject([
      404,
      [{ field: 'faultId', value: 'frist', valid: ['first', 'second'], nearest: 'first' }],
    ]);
  });
});
