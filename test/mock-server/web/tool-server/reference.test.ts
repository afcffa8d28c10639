import { describe, expect, it } from 'vitest';
import { isFinal, operationIds, pollingPlans, type ServiceStatus, statuses, version } from '#contracts';
import document from '#contracts/openapi.json' with { type: 'json' };
import { releaseNotes } from '#mock-server/web/tool-server/changelog';
import { getReference } from '#mock-server/web/tool-server/reference';

describe('the reference', () => {
  const { booking_statuses } = getReference({ topic: 'booking_statuses' }, null).data;
  const entries = booking_statuses?.statuses ?? [];

  it('returns every status of the table unchanged (tool.get-reference)', () => {
    expect(entries.map(({ status }) => status)).toEqual(Object.keys(statuses));
    for (const entry of entries) {
      const row = statuses[entry.status as ServiceStatus];
      expect(entry).toMatchObject({ bookingStatus: row.bookingStatus, label: row.label });
      expect(entry.canBecome.map(({ status }) => status)).toEqual(row.to);
      expect(entry.final !== undefined).toBe(isFinal(entry.status));
      expect(entry.polling !== undefined).toBe(entry.status in pollingPlans);
    }
    const technical = entries.find(({ status }) => status === 'technical-problem');
    expect(technical?.polling).toMatchObject({ every: '5 minutes', upTo: '30 minutes' });
    const others = entries.filter(({ wordKind }) => wordKind !== 'specified');
    const kinds = others.map(({ status, wordKind }) => `${status} ${wordKind}`);
    expect(kinds).toEqual(['cancelled observed', 'expired assumed']);
  });

  it('distinguishes specified and assumed data: moves, ends, paces (trans.confirm, trans.expire, poll.rejected)', () => {
    const given = entries.flatMap(({ status, canBecome }) =>
      canBecome.flatMap(({ status: next, provenance }) =>
        provenance.kind === 'specified' ? [`${status} to ${next}: ${provenance.clause}`] : [],
      ),
    );
    const moves = ['expired: trans.expire', 'confirmed: trans.confirm'];
    expect(given).toEqual(['on-request', 'pending'].flatMap(from => moves.map(to => `${from} to ${to}`)));
    const of = (wanted: ServiceStatus) => entries.find(({ status }) => status === wanted);
    expect(of('rejected')?.final).toMatchObject({ clause: 'poll.rejected' });
    const assumedEnd = { provenance: { clause: 'trans.expire' }, final: { kind: 'assumed' } };
    expect(of('expired')).toMatchObject(assumedEnd);
    expect(of('on-request')?.polling?.provenance).toMatchObject({ reason: 'poll-on-request' });
    expect(of('in-progress')?.polling?.provenance).toMatchObject({ reason: 'poll-passing' });
    expect(of('pending')?.polling?.provenance).toMatchObject({ clause: 'poll.pending' });
  });

  it('has every rule of statuses, polling and flow under its clause (status.problema-tecnico, flow.7)', () => {
    const { facts = [], flow = [] } = booking_statuses ?? {};
    const some = ['status.problema-tecnico', 'status.rejeitado', 'trans.rejected', 'poll.rejected'];
    const clauses = facts.map(({ clause }) => clause);
    expect(clauses).toEqual(expect.arrayContaining([...some, 'limit.on-request']));
    const steps = [1, 2, 3, 4, 5, 6, 7].map(step => `flow.${step}`);
    expect(flow.map(({ clause }) => clause)).toEqual(['svc.1', 'svc.2', 'svc.3', ...steps]);
  });
});

describe('the release notes', () => {
  it('ver.3: announce every operation of the registry once', () => {
    const announced = releaseNotes.flatMap(({ operations = [] }) => operations);
    const missing = operationIds.filter(id => !announced.includes(id));
    expect(missing, 'add a note to mock-server/web/tool-server/changelog.ts that names these').toEqual([]);
    expect(announced.length).toBe(new Set(announced).size);
  });

  it('stand in descending order of their days, each of a version that was not after this one', () => {
    const dates = releaseNotes.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort().reverse());
    for (const { date, packageVersion: of } of releaseNotes) {
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(of <= version).toBe(true);
    }
  });

  it('ver.1: tell the version of the REST API, which the document has, from that of the package', () => {
    for (const { apiVersion } of releaseNotes) expect(apiVersion).toBe(document.info.version);
    expect(document.info.version).toBe('1.0');
  });

  it('name the service that they belong to', () => {
    const words = (text: string) => text.toLowerCase().replaceAll('-', ' ');
    for (const { service, note } of releaseNotes) expect(words(note)).toContain(words(service));
  });
});
