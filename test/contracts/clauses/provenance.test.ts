import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type AnyOperation, type Clause, limits, operations, pollingPlans, problems } from '#contracts';
import { bookingStatusWords, moveProvenance } from '#contracts/booking-status';
import { assumptions, observations } from '#contracts/clauses/reasons';
import { originOf, showProvenance, statementsOf } from '#contracts/openapi';
import { statusFields } from '#contracts/operations/shapes/answer';
import {
  byAssumption,
  byObservation,
  bySpecification,
  observed,
  type Provenance,
  provenanceKinds,
  provenanceText,
  sourceOf,
} from '#contracts/provenance';
import { isUnspecifiedAt } from '#contracts/schema-walk';
import { clauses, isClauseId } from '#scenarios/judge';
import { provenancesOf } from './provenances.ts';

const registry: AnyOperation[] = Object.values(operations);

describe('provenance', () => {
  it('gives the specification no status word that it does not name (status.values)', () => {
    const meta = z.globalRegistry.get(statusFields.bookingStatus);
    const others = [meta?.['x-observed-values'], meta?.['x-assumed-values']].flat();
    const named = bookingStatusWords.filter(word => clauses['status.values'].statement.includes(word));
    expect(bookingStatusWords.filter(word => !named.includes(word))).toEqual(others);
    expect(others).toEqual(['Cancelled', 'Expired']);
    expect(meta?.description).toContain('Public clients show Cancelled; Expired is assumed');
  });

  it('uses every reason', () => {
    const lists = [limits, problems, pollingPlans];
    const entries = lists.flatMap(list => Object.values<{ provenance: Provenance }>(list));
    const parts = [...registry.flatMap(provenancesOf), ...entries];
    const used = new Set(parts.map(({ provenance }) => originOf(provenance)));
    used.add(originOf(moveProvenance('pending', 'rejected')));
    const observedOnes = Object.keys(observations).map(key => `observed ${key}`);
    const reasons = [...observedOnes, ...Object.keys(assumptions).map(key => `assumed ${key}`)];
    expect(reasons.filter(reason => !used.has(reason))).toEqual(['assumed words']); // verify names this reason
  });
});

describe('the kinds of provenance', () => {
  const all = [byAssumption('money'), byObservation('client-reads'), bySpecification('ep.detail')];

  it('are shown as short texts', () => {
    expect(all.map(provenanceText)).toEqual(['assumed', 'observed', 'specified ep.detail']);
    expect(all.map(originOf)).toEqual(['assumed money', 'observed client-reads', 'ep.detail']);
    expect(all.map(sourceOf)).toEqual(['money', 'client-reads', 'ep.detail']);
  });

  it('each have a statement, and are listed with the most certain kind first', () => {
    expect(showProvenance(byObservation('client-reads')).statement).toContain('Public clients');
    expect(Object.keys(statementsOf(all))).toEqual(['ep.detail', 'observed client-reads', 'assumed money']);
    expect([...all].reverse().map(({ kind }) => kind)).toEqual(provenanceKinds);
  });

  it('other than specified do not make a wrong request an error of the client', () => {
    const schema = z.object({ seen: observed('client-request', z.string()) });
    expect(isUnspecifiedAt(schema, 'seen', false)).toBe(true);
    expect(isUnspecifiedAt(schema, 'other', false)).toBe(false);
  });
});

it('the record of clauses says what checks each clause, or why nothing checks it', () => {
  const entries: [string, Clause][] = Object.entries(clauses);
  const unaccounted = entries.filter(([, { needs, excluded }]) => needs.length === 0 && !excluded?.trim());
  expect(unaccounted).toEqual([]);
});

const noClauses = ['', 'flow', 'flow.99', 'FLOW.1', 'toString', '__proto__'];
it.each(noClauses)('isClauseId does not take %j for a clause', text => {
  expect(isClauseId(text)).toBe(false);
});
