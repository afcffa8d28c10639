import { type InventoryKind, inventoryKinds } from '#contracts/inventory';
import { asObject } from '#contracts/util';
import { type AnyRecord, recordIn, writeRecord } from '../inventory/index.ts';
import { type ControlCall, noContent, type SomeHandlers } from './handler.ts';
import { ControlRefusal, refuseDetails } from './refusal.ts';

type Call = Pick<ControlCall, 'params' | 'sandbox' | 'refuseValue'>;

export const inventoryHandlers = {
  getInventoryRecord: show,
  putInventoryRecord: call => store(call, 'put'),
  patchInventoryRecord(call) {
    existing(call);
    return store(call, 'patch');
  },
  deleteInventoryRecord(call) {
    const { kind, id } = existing(call);
    call.sandbox.inventory.set(kind, id, null);
    return noContent();
  },
} satisfies SomeHandlers;

function show(call: Call) {
  const { kind, record } = existing(call);
  return { json: asObject(writeRecord(kind, record)) };
}

function nameOf({ params: { kind = '', recordId = '' }, refuseValue }: Call): {
  kind: InventoryKind;
  id: string | number;
} {
  const known = inventoryKinds.find(name => name === kind) ?? refuseValue('kind', kind, inventoryKinds);
  return { kind: known, id: known === 'hotels' ? Number(recordId) : recordId };
}

function existing(call: Call): { kind: InventoryKind; id: string | number; record: AnyRecord } {
  const { kind, id } = nameOf(call);
  const record = recordIn(call.sandbox.places, kind, id);
  if (!record)
    throw new ControlRefusal(
      'NotFound',
      `sandbox "${call.sandbox.identity.id}" has no record ${id} in ${kind}`,
    );
  return { kind, id, record };
}

/** Stores the record of the body. A wrong record changes nothing. */
function store(call: Call & Pick<ControlCall, 'body'>, how: 'put' | 'patch') {
  const { kind, id } = nameOf(call);
  const body = asObject(call.body);
  const problems =
    body.id === undefined || body.id === id
      ? call.sandbox.inventory[how](kind, { ...body, id })
      : [{ field: 'id', message: `differs from ${id} in the path` }];
  if (problems.length > 0) throw refuseDetails('InvalidRequest', problems);
  return show(call);
}
