import { inventoryKinds } from '#contracts/inventory';
import { asObject, foldText } from '#contracts/util';
import { type AnyRecord, type Records, recordIn, recordsIn, writeRecord } from '../inventory/index.ts';
import { type ControlCall, linkTo, noContent, type SomeHandlers } from './handler.ts';
import { ControlRefusal, refuseDetails } from './refusal.ts';

type Call = Pick<ControlCall, 'params' | 'sandbox' | 'refuseValue'>;

const defaultLimit = 100;

export const inventoryHandlers = {
  listInventoryRecords(call) {
    const { search = '', limit = defaultLimit, after } = call.query;
    const { kind, records } = nameOf(call);
    const words = foldText(search).match(/\S+/g) ?? [];
    const found = recordsIn(records, kind).filter(record =>
      words.every(word => textOf(record, records).includes(word)),
    );
    const start = after === undefined ? 0 : found.findIndex(({ id }) => String(id) === after) + 1;
    if (after !== undefined && start === 0) {
      const message = `the list has no record "${after}", which may have been deleted; start again without this parameter`;
      throw refuseDetails('InvalidRequest', [{ field: 'after', message }]);
    }
    const page = found.slice(start, start + limit);
    const last = found.length > start + limit ? page.at(-1) : undefined;
    const headers = new Headers(last && { link: linkTo(call.request.url, String(last.id)) });
    return Response.json(page.map(writeRecord), { headers });
  },
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
  return { json: asObject(writeRecord(existing(call).record)) };
}

function nameOf({ params: { kind: given = '', recordId = '' }, sandbox, refuseValue }: Call) {
  const kind = inventoryKinds.find(name => name === given) ?? refuseValue('kind', given, inventoryKinds);
  return {
    kind,
    records: sandbox.inventory.current.records,
    id: kind === 'hotels' ? Number(recordId) : recordId,
  };
}

function textOf(record: AnyRecord, { destination }: Records): string {
  const place = 'destination' in record ? record.destination : '';
  const names = [record.name, destination(place)?.name].flatMap(name =>
    typeof name === 'object' ? Object.values(name) : (name ?? []),
  );
  return foldText([record.id, place, ...names].join(' '));
}

function existing(call: Call) {
  const { kind, records, id } = nameOf(call);
  const record = recordIn(records, kind, id);
  if (!record) {
    const message = `sandbox "${call.sandbox.identity.id}" has no record ${call.params.recordId} in ${kind}`;
    throw new ControlRefusal('NotFound', message);
  }
  return { kind, id, record };
}

function store(call: Call & Pick<ControlCall, 'body'>, how: 'put' | 'patch') {
  const { kind, id } = nameOf(call);
  const body = asObject(call.body);
  const problems =
    body.id === undefined || body.id === id
      ? call.sandbox.inventory[how](kind, { ...body, id })
      : [{ field: 'id', message: `differs from ${call.params.recordId} in the path` }];
  if (problems.length > 0) throw refuseDetails('InvalidRequest', problems);
  return show(call);
}
