import { detailsOf } from '#contracts/control';
import { type InventoryKind, inventoryKinds, inventoryRecords } from '#contracts/inventory';
import { asObject } from '#contracts/util';
import { type AnyRecord, fillItem, recordIn, writeRecord } from '../inventory/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import { type ControlCall, noContent, type SomeHandlers } from './handler.ts';
import { ControlRefusal, refuseDetails } from './refusal.ts';

type Call = Pick<ControlCall, 'params' | 'sandbox' | 'refuseValue'>;

export const inventoryHandlers = {
  getInventoryRecord(call) {
    const { kind, record } = existing(call);
    return { json: asObject(writeRecord(kind, record)) };
  },
  putInventoryRecord: call => store(call, asObject(call.body)),
  patchInventoryRecord(call) {
    const { kind, record } = existing(call);
    const merged = { ...writeRecord(kind, record), ...asObject(call.body) };
    return store(call, Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)));
  },
  deleteInventoryRecord(call) {
    const { kind, id } = existing(call);
    call.sandbox.inventory.set(kind, id, null);
    return noContent();
  },
} satisfies SomeHandlers;

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

/** Checks and completes a record before the sandbox changes. */
function store(call: Call, body: Readonly<Record<string, unknown>>) {
  const { kind, id } = nameOf(call);
  const value = { ...body, id: body.id ?? id };
  const schema = inventoryRecords[kind];
  const { error } = schema.safeParse(value);
  if (error) throw refuseDetails('InvalidRequest', detailsOf(error, { schema, value }));
  if (value.id !== id)
    throw refuseDetails('InvalidRequest', [{ field: 'id', message: `differs from ${id} in the path` }]);
  const record = complete(kind, value, call.sandbox);
  call.sandbox.inventory.set(kind, id, record);
  return { json: asObject(writeRecord(kind, record)) };
}

function complete(kind: InventoryKind, value: object, { inventory, places }: Sandbox): AnyRecord {
  const { filler } = inventory.source;
  if (kind === 'destinations') return filler.destination(inventoryRecords.destinations.parse(value));
  const { destination } = asObject(value);
  const city = places.destination(String(destination));
  if (!city) {
    const message = `no destination "${destination}"; create it first`;
    throw refuseDetails('InvalidRequest', [{ field: 'destination', message }]);
  }
  return kind === 'hotels'
    ? filler.hotel(inventoryRecords.hotels.parse(value), city)
    : fillItem(inventoryRecords[kind].parse(value));
}
