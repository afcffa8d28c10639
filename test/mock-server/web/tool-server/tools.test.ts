import { describe, expect, it } from 'vitest';
import { type AnyOperation, operationIds, operations, parseProfile, products } from '#contracts';
import { originOf } from '#contracts/openapi';
import { type ReleaseNote, releaseNotes } from '#mock-server/web/tool-server/changelog';
import type { EndpointDetail } from '#mock-server/web/tool-server/get-endpoint';
import type { EndpointList } from '#mock-server/web/tool-server/list-endpoints';
import { clauses } from '#scenarios/judge';
import { createTestSupplier, startSupplier } from '../../hotel-client.ts';
import { createToolCaller } from './tool-caller.ts';

const { supplier, sandbox } = startSupplier();
const tools = createToolCaller(supplier.fetch);
const list = async (given: object) =>
  (await tools.tell('list_endpoints', given)).data as unknown as EndpointList; // the tool's shape
const ids = async (given: object) => (await list(given)).endpoints.map(({ id }) => id);

describe('list_endpoints', () => {
  it('tool.list-endpoints: returns every operation of the registry with its group, address and provenance', async () => {
    const { groups, endpoints } = await list({});
    expect(endpoints.map(({ id }) => id)).toEqual(operationIds);
    const { summary } = operations.getBookingDetail;
    const { statement } = clauses['ep.detail'];
    expect(endpoints.find(({ id }) => id === 'getBookingDetail')).toEqual({
      id: 'getBookingDetail',
      group: 'Back office',
      product: null,
      method: 'POST',
      summary,
      path: '/API/REST/ClientBackOffice.svc/GetBookingDetail',
      provenance: { kind: 'specified', clause: 'ep.detail', statement },
    });
    const observed = { kind: 'observed', reason: 'client-path' };
    const undefinedContract = expect.stringContaining('does not define its contract');
    const search = endpoints.find(({ id }) => id === 'hotel.search');
    expect(search?.provenance).toMatchObject({ ...observed, statement: undefinedContract });
    const named = groups.map(({ name }) => name);
    expect(new Set(endpoints.map(({ group }) => group))).toEqual(new Set(named));
  });

  it.each(products)('tool.list-endpoints: narrows to the product %s', async product => {
    const wanted = Object.values<AnyOperation>(operations).filter(operation => operation.product === product);
    expect(await ids({ product })).toEqual(wanted.map(({ id }) => id));
    expect((await list({ product })).groups).toHaveLength(1);
  });

  it('tool.list-endpoints: searches id, path and summary without regard to case and accents', async () => {
    expect(await ids({ search: 'GETBOOKINGDETAIL' })).toEqual(['getBookingDetail']);
    expect(await ids({ search: ' gétbookïngdetail ' })).toEqual(['getBookingDetail']);
    expect(await ids({ search: 'clientbackoffice.svc' })).toContain('getBookingList');
    expect(await ids({ search: 'voucher' })).toEqual(['getBookingDetail']);
    expect(await ids({ search: '' })).toEqual(operationIds);
    expect(await ids({ product: 'hotel', search: 'cancel' })).toEqual(['hotel.cancelByService']);
  });

  it('tool.list-endpoints: looks for every word of a search, also in methods and groups', async () => {
    expect(await ids({ search: 'booking cancel office' })).toEqual(['cancelBooking']);
    expect(await ids({ search: '  Back   office LIST ' })).toEqual(['getBookingList']);
    expect(await ids({ search: 'get static' })).toEqual(['airportDetail', 'autocomplete', 'hotelDetail']);
    expect(await ids({ search: 'post autocomplete' })).toEqual([]);
  });

  it('names what it leaves out because it serves every product', async () => {
    const { text, data } = await tools.tell('list_endpoints', { product: 'hotel' });
    const left =
      'Not in this list, because they serve every product: airportDetail, autocomplete, hotelDetail, ';
    expect(text).toContain(left);
    expect(data.shared).toEqual(expect.arrayContaining(['hotelDetail', 'getBookingDetail', 'payBooking']));
    const nothing = await tools.tell('list_endpoints', { product: 'hotel', search: 'autocomplete' });
    expect(nothing.text).toContain(left);
  });

  it('says what to do when nothing fits', async () => {
    const { text, data } = await tools.tell('list_endpoints', { search: 'spaceship' });
    expect(data).toEqual({ groups: [], endpoints: [] });
    expect(text).toContain('Leave out product or search');
  });

  it('returns the same as text', async () => {
    const { text } = await tools.tell('list_endpoints', {});
    for (const id of operationIds) expect(text).toContain(`- ${id}: `);
  });
});

describe('get_endpoint', () => {
  it.each(operationIds)('explains %s: parameters, sample, answer, errors (tool.get-endpoint)', async id => {
    const { text, data } = await tools.tell('get_endpoint', { endpointId: id });
    const { path, method } = operations[id];
    expect(data).toMatchObject({ id, method, path, url: `http://supplier.test${path}` });
    expect(text).toContain(`# ${id}\n${method} http://supplier.test${path}`);
    const { parameters, problems, answer, sample, statements } = data as unknown as EndpointDetail; // the tool's shape
    for (const { name, provenance } of [...parameters, ...answer.fields]) {
      expect(statements[originOf(provenance)], name).toMatch(/\w/);
      expect(text).toContain(`- ${name} (`);
    }
    for (const statement of Object.values(statements)) expect(text.split(statement)).toHaveLength(2);
    expect(problems.map(({ status }) => status)).toEqual([...problems.map(({ status }) => status)].sort());
    expect(operations[id].answer.safeParse(answer.example).error).toBeUndefined();
    expect(sample).toContain('curl -s');
    expect(text).toContain(sample);
  });

  it('tool.get-endpoint: names the paths, names and words of public clients', async () => {
    const other = '/ws/Rest/RentACar.svc/Search';
    const search = await tools.tell('get_endpoint', { endpointId: 'car.search' });
    expect(search.data).toMatchObject({ otherPaths: [other] });
    expect(search.text).toContain(`\nAlso read at POST ${other} (observed in public clients).\n`);
    expect(search.text).toMatch(
      /\n- Criteria\.Pickup\.LocationType .*; also reads City_Location as Destination, .* \(observed in public clients\)\n/,
    );
    const { text } = await tools.tell('get_endpoint', { endpointId: 'hotel.search' });
    expect(text).toMatch(
      /\n- Criteria\.HotelIds .*; also read as HotelsIds, Filters\.SelectedHotelsIds \(observed in public clients\)\n/,
    );
    expect((await tools.tell('get_endpoint', { endpointId: 'getBooking' })).text).not.toContain('lso read');
  });

  it('tool.get-endpoint: moves its examples to the day of the sandbox', async () => {
    const clock = { mode: 'manual', start: Date.parse('2031-05-01T00:00:00Z') } as const;
    const late = startSupplier({ clock });
    const caller = createToolCaller(late.supplier.fetch);
    const sample = async () =>
      (await caller.tell('get_endpoint', { endpointId: 'hotel.search' })).data.sample;
    expect(await sample()).toMatch(/"CheckinDate":"2031-08-\d\d"/);
    late.clock.advance({ by: 40 * 86_400_000 });
    expect(await sample()).toMatch(/"CheckinDate":"2031-09-\d\d"/);
  });
});

const notes = async (given: object) => (await tools.tell('get_changelog', given)).data.notes as ReleaseNote[]; // the tool's shape

it('tool.get-changelog, ver.3: get_changelog returns the release notes, the latest first, and narrows them', async () => {
  expect(await notes({})).toEqual(releaseNotes);
  expect(new Set((await notes({ service: 'hotel' })).map(({ service }) => service))).toEqual(
    new Set(['hotel']),
  );
  expect(await notes({ limit: 2 })).toEqual(releaseNotes.slice(0, 2));
  const [{ date } = { date: '' }] = releaseNotes;
  expect((await notes({ since: date }))[0]).toEqual(releaseNotes[0]);
  expect(await notes({ since: '0001-01-01' })).toEqual(releaseNotes);
  expect(await notes({ since: '2999-01-01' })).toEqual([]);
  expect((await notes({ service: 'back-office' })).map(({ service: of }) => of)).toEqual(['back-office']);
  const { text } = await tools.tell('get_changelog', { since: '2999-01-01' });
  expect(text).toContain('give an earlier day');
});

describe('get_reference', () => {
  it('tool.get-reference: returns each topic separately, and all topics for "all" or no topic', async () => {
    for (const topic of ['booking_statuses', 'retoken', 'date_conventions']) {
      expect(Object.keys((await tools.tell('get_reference', { topic })).data)).toEqual([topic]);
    }
    const all = await tools.tell('get_reference', { topic: 'all' });
    expect(Object.keys(all.data)).toEqual(['booking_statuses', 'retoken', 'date_conventions']);
    expect(await tools.tell('get_reference')).toEqual(all);
    for (const part of ['PROBLEMA TECNICO', 'every 5 minutes for up to 30 minutes', '25 hours', 'YYYY-MM-DD'])
      expect(all.text).toContain(part);
    expect(all.text).toContain('Cancelled (observed word)');
    expect(all.text).toContain('Expired (assumed word)');
    expect(all.text).toContain('That mapping is assumed');
  });

  it('tool.get-reference: describes statuses in words of the wire, each with its clause', async () => {
    const { text } = await tools.tell('get_reference', { topic: 'booking_statuses' });
    const pending =
      'can become Expired/REJEITADO (trans.expire); CONFIRMED/CONFIRMADO (trans.confirm); Rejected/';
    for (const part of [
      `- Pending, label EM PROGRESSO (specified poll.pending): ${pending}REJEITADO`,
      'poll GetBookingDetail every 10 minutes for up to 24 hours (assumed poll-on-request).',
      '- Rejected, label REJEITADO (specified status.rejeitado): final (poll.rejected).',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/credit-blocked|pending-cancellation,|technical-problem,/);
    for (const clause of ['status.problema-tecnico', 'svc.3', 'flow.7', 'trans.rejected'] as const)
      expect(text).toContain(`- ${clause}: ${clauses[clause].statement}`);
  });

  it('says once that sentences have names of the contract where a profile has others', async () => {
    const profile = parseProfile({ name: 'acme', fields: { Token: 'key' } });
    const spoken = createToolCaller(createTestSupplier({ profile }).fetch);
    const { text } = await spoken.tell('get_reference');
    expect(text.match(/The sentences use the names of the contract/g)).toHaveLength(1);
    expect((await tools.tell('get_reference')).text).not.toContain('names of the contract');
  });
});

describe('the tools in a dialect with several paths', () => {
  const own = { getBookingDetail: { path: ['/v2/bookings/{BookingId}', '/v1/state'] } };
  const profile = parseProfile({ name: 'paths', operations: own });
  const spoken = createToolCaller(createTestSupplier({ profile }).fetch);

  it('name the path that a client writes first, and then the others', async () => {
    const { text, data } = await spoken.tell('get_endpoint', { endpointId: 'getBookingDetail' });
    expect(text).toMatch(/\nPOST \S+\/v2\/bookings\/\{BookingId\}\nAlso read at POST \/v1\/state\.\n/);
    expect(data.otherPaths).toEqual(['/v1/state']);
    expect((await spoken.tell('get_endpoint', { endpointId: 'getBooking' })).text).not.toContain('Also read');
  });

  it('find an endpoint by each of its paths', async () => {
    const { data } = await spoken.tell('list_endpoints', { search: '/v1/state' });
    expect(data.endpoints).toEqual([expect.objectContaining({ id: 'getBookingDetail' })]);
  });
});

describe('every tool', () => {
  it('svc.8: returns documentation only: it reads neither offers nor bookings, and leaves the sandbox as it was', async () => {
    const { text } = await tools.tell('get_endpoint', { endpointId: 'getBookingList' });
    const before = sandbox.dump();
    for (const endpointId of operationIds) await tools.tell('get_endpoint', { endpointId });
    for (const name of ['list_endpoints', 'get_changelog', 'get_reference'] as const) await tools.tell(name);
    const { journal, ...after } = sandbox.dump();
    expect({ ...after, journal: before.journal }).toEqual(before);
    expect(journal.next).toBeGreaterThan(before.journal.next);
    expect((await tools.tell('get_endpoint', { endpointId: 'getBookingList' })).text).toBe(text);
  });

  it('counts towards no rate', async () => {
    const slow = startSupplier({ options: { rateLimit: 1 } });
    const caller = createToolCaller(slow.supplier.fetch);
    for (let time = 0; time < 5; time += 1) expect((await caller.ask('ping')).status).toBe(200);
    expect(slow.sandbox.dump().rate).toEqual([]);
  });
});
