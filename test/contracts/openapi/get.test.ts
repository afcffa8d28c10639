import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { AnyOperation } from '#contracts';
import { createOpenApi } from '#contracts/openapi';
import { defineOperation } from '#contracts/operations/operation';
import { documentPlaces, list, object } from './document-fields.ts';

const mark = { 'x-provenance': { kind: 'specified', clause: 'ep.airport' } };

const airport: AnyOperation = defineOperation({
  id: 'airport',
  base: 'commons',
  method: 'GET',
  path: '/mapping/airport/{code}/token/{token}',
  effect: 'read',
  summary: 'Tells what an airport is.',
  provenance: { kind: 'specified', clause: 'ep.airport' },
  answerProvenance: { kind: 'assumed', reason: 'answer' },
  request: z.strictObject({
    managerId: z.int().meta(mark),
    code: z.string().meta(mark),
    token: z.string().meta(mark),
    product: z.string().optional().meta(mark),
  }),
  answer: () => z.looseObject({ name: z.string().meta(mark) }),
  problems: ['NotFound', 'InvalidStaticToken'],
});

const entryIn = (document: object, path = airport.path) =>
  object(object(object(object(document).paths)[path]).get);

describe('a GET in the OpenAPI document', () => {
  const document = createOpenApi({ operations: [airport] });
  const entry = entryIn(document);

  it('takes placeholders of its path as path parameters and the other fields as query parameters', () => {
    const shown = list(entry.parameters)
      .map(object)
      .map(parameter => [parameter.in, parameter.name, parameter.required ?? false]);
    expect(shown).toEqual([
      ['path', 'code', true],
      ['path', 'token', true],
      ['query', 'managerId', true],
      ['query', 'product', false],
    ]);
  });

  it('has no body, nor the errors that only a body can cause', () => {
    expect(entry.requestBody).toBeUndefined();
    expect(Object.keys(object(entry.responses))).toEqual([
      '200',
      '400',
      '401',
      '404',
      '405',
      '410',
      '429',
      '500',
    ]);
    expect(JSON.stringify(entry.responses)).not.toContain('InvalidCredential');
  });

  it('carries provenance on every parameter', () => {
    expect(documentPlaces({ ...document }).filter(({ provenance }) => !provenance)).toEqual([]);
  });

  it('is valid OpenAPI', async () => {
    expect(await new Validator().validate({ ...document })).toEqual({ valid: true });
  });

  it('shows an example at its parameters', () => {
    const request = { managerId: 3, code: 'GRU', token: 't' };
    const made = createOpenApi({
      operations: [airport],
      examples: { airport: { request, answer: { name: 'x' } } },
    });
    const examples = list(entryIn(made).parameters).map(parameter => object(parameter).example);
    expect(examples).toEqual(['GRU', 't', 3, undefined]);
  });

  it('cannot have a placeholder that is not a field of its request', () => {
    const lost = { ...airport, path: '/mapping/{nothing}' };
    expect(() => createOpenApi({ operations: [lost] })).toThrow('{nothing}');
  });
});
