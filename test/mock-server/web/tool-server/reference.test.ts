import { describe, expect, it } from 'vitest';
import { isFinal, limits, pollingPlans, type ServiceStatus, statuses } from '#contracts';
import { topics } from '#contracts/tools';
import { findReference } from '#mock-server/web/tool-server/reference';

describe('the reference', () => {
  it('returns every status of the table unchanged (tool.get-reference)', () => {
    const entries = findReference({ topic: 'booking_statuses' }).booking_statuses?.statuses ?? [];
    expect(entries.map(({ status }) => status)).toEqual(Object.keys(statuses));
    for (const entry of entries) {
      const row = statuses[entry.status as ServiceStatus];
      expect(entry).toMatchObject({ bookingStatus: row.bookingStatus, label: row.label });
      expect(entry.canBecome.map(({ status }) => status)).toEqual(row.to);
      expect(entry.final !== undefined).toBe(isFinal(entry.status));
      expect(entry.polling !== undefined).toBe(entry.status in pollingPlans);
    }
    expect(entries.find(({ status }) => status === 'technical-problem')?.polling).toMatchObject({
      every: '5 minutes',
      upTo: '30 minutes',
    });
    const others = entries.filter(({ wordKind }) => wordKind !== 'specified');
    expect(others.map(({ status, wordKind }) => [status, wordKind])).toEqual([
      ['cancelled', 'observed'],
      ['expired', 'assumed'],
    ]);
  });

  it('distinguishes specified and assumed data: moves, ends, paces (trans.confirm, trans.expire, poll.rejected)', () => {
    const entries = findReference({ topic: 'booking_statuses' }).booking_statuses?.statuses ?? [];
    const given = entries.flatMap(({ status, canBecome }) =>
      canBecome.flatMap(({ status: next, provenance }) =>
        provenance.kind === 'specified' ? [[status, next, provenance.clause]] : [],
      ),
    );
    expect(given).toEqual([
      ['on-request', 'expired', 'trans.expire'],
      ['on-request', 'confirmed', 'trans.confirm'],
      ['pending', 'expired', 'trans.expire'],
      ['pending', 'confirmed', 'trans.confirm'],
    ]);
    const of = (wanted: ServiceStatus) => entries.find(({ status }) => status === wanted);
    expect(of('rejected')?.final).toMatchObject({ clause: 'poll.rejected' });
    expect(of('expired')).toMatchObject({
      provenance: { clause: 'trans.expire' },
      final: { kind: 'assumed' },
    });
    expect(of('on-request')?.polling?.provenance).toMatchObject({ reason: 'poll-on-request' });
    expect(of('in-progress')?.polling?.provenance).toMatchObject({ reason: 'poll-passing' });
    expect(of('pending')?.polling?.provenance).toMatchObject({ clause: 'poll.pending' });
  });

  it('has every rule of statuses, polling and flow under its clause (status.problema-tecnico, flow.7)', () => {
    const { facts = [], flow = [] } = findReference({ topic: 'booking_statuses' }).booking_statuses ?? {};
    expect(facts.map(({ clause }) => clause)).toEqual(
      expect.arrayContaining([
        'status.problema-tecnico',
        'status.rejeitado',
        'trans.rejected',
        'poll.rejected',
        'limit.on-request',
      ]),
    );
    expect(flow.map(({ clause }) => clause)).toEqual([
      ...['svc.1', 'svc.2', 'svc.3'],
      ...['flow.1', 'flow.2', 'flow.3', 'flow.4', 'flow.5', 'flow.6', 'flow.7'],
    ]);
  });

  it('gives the lifetime of Token and ReToken, from the limits', () => {
    expect(limits.tokenLife.value).toBe(30 * 60_000);
    expect(findReference({ topic: 'retoken' }).retoken).toMatchObject({
      tokenLife: '30 minutes',
      reTokenLife: '25 hours',
    });
  });

  it('has something to tell about every topic', () => {
    for (const topic of topics) {
      for (const part of Object.values(findReference({ topic }))) {
        expect(part.facts.length).toBeGreaterThan(0);
        for (const { statement } of part.facts) expect(statement).toMatch(/\w/);
      }
    }
  });
});
