import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { type AnyOperation, operationIds, operations, problems } from '#contracts';
import { assumptions, observations } from '#contracts/clauses/reasons';
import { createOpenApi } from '#contracts/openapi';
import { commonProblems } from '#contracts/operations/operation';
import { asList, asObject } from '#contracts/util';
import { isClauseId } from '#scenarios/judge';
import { media } from './described-operation.ts';
import { documentOperations, documentPlaces } from './document-fields.ts';

const registry: AnyOperation[] = Object.values(operations);
const committed = asObject(JSON.parse(readFileSync('contracts/openapi.json', 'utf8')));
const document = { ...createOpenApi() };
const entryOf = (id: string, from: object = document) =>
  asObject(documentOperations(asObject(from)).find(({ operationId }) => operationId === id));

/** Returns the error codes that an operation can answer. A GET has no body that could be refused. */
const codesOf = ({ method, problems: own }: AnyOperation) =>
  [...commonProblems, ...own].filter(
    code => method !== 'GET' || !['InvalidCredential', 'PayloadTooLarge'].includes(code),
  );

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate({ ...committed })).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('describes every operation under the id, method and path of the registry', () => {
    const at = ({ method, path }: AnyOperation) =>
      asObject(asObject(document.paths)[path])[method.toLowerCase()];
    const lost = registry.filter(operation => asObject(at(operation)).operationId !== operation.id);
    expect([registry.map(({ id }) => id), lost]).toEqual([operationIds, []]);
  });

  it('answers with every status that the problems of an operation have, and names each error code', () => {
    for (const operation of registry) {
      const responses = asObject(entryOf(operation.id).responses);
      const codes = codesOf(operation);
      const statuses = new Set(['200', ...codes.map(code => String(problems[code].status))]);
      expect(Object.keys(responses), operation.id).toEqual([...statuses].sort());
      for (const code of codes) {
        const { description } = asObject(responses[problems[code].status]);
        expect(description, `${operation.id} ${code}`).toContain(`\`${code}\``);
      }
    }
  });

  it('shows Retry-After for every operation with a rate limit', () => {
    const headers = registry.map(({ id }) =>
      asObject(asObject(asObject(entryOf(id).responses)[429]).headers),
    );
    expect(headers.filter(header => !('Retry-After' in header))).toEqual([]);
  });

  it('has one component for a shape, whichever way it travels', () => {
    const names = Object.keys(asObject(asObject(document.components).schemas));
    expect(names.filter(name => name.endsWith('Output'))).toEqual([]);
  });

  it('closes no object, because unknown fields are accepted', () => {
    expect(JSON.stringify(document)).not.toContain('"additionalProperties":false');
  });

  it('is the same each time it is made', () => {
    expect(JSON.stringify(createOpenApi())).toBe(JSON.stringify(createOpenApi()));
  });

  it('cannot have a placeholder that is not a field of its request', () => {
    const lost = { ...operations.airportDetail, path: '/mapping/{nothing}' };
    expect(() => createOpenApi({ operations: [lost] })).toThrow('{nothing}');
  });
});

describe('the provenance in the OpenAPI document', () => {
  const places = documentPlaces(document);

  it('is given for every operation, header, request, answer and field', () => {
    expect(places.filter(({ provenance }) => provenance === undefined).map(({ path }) => path)).toEqual([]);
    expect(places.length).toBeGreaterThan(200);
  });

  it('comes with its statement', () => {
    expect(places.filter(({ provenance }) => !asObject(provenance).statement)).toEqual([]);
  });

  it('names a clause that exists, or a reason', () => {
    const lost = places.filter(({ provenance }) => {
      const { kind, clause, reason } = asObject(provenance);
      if (kind === 'specified') return !isClauseId(String(clause));
      return !Object.hasOwn(kind === 'observed' ? observations : assumptions, String(reason));
    });
    expect(lost).toEqual([]);
  });
});

it.each(registry)(
  'the examples in the OpenAPI document fit the schemas of $id',
  ({ id, request, answer }) => {
    const entry = entryOf(id, committed);
    const asked = media(entry.requestBody).example ?? parameterExamples(entry.parameters);
    const got = media(asObject(entry.responses)[200]).example;
    if (asked !== undefined) expect(request.safeParse(asked).error).toBeUndefined();
    if (got !== undefined) expect(answer.safeParse(got).error).toBeUndefined();
  },
);

/** Returns the request of a GET's example, from its parameters, or undefined when no parameter has an example. */
function parameterExamples(parameters: unknown) {
  const given = asList(parameters).flatMap(one => ('example' in asObject(one) ? [asObject(one)] : []));
  return given.length ? Object.fromEntries(given.map(({ name, example }) => [name, example])) : undefined;
}

describe('a document made with options', () => {
  const answer = { Errors: [] };
  const request = { Credential: { Username: 'u', Password: 'p' }, BookingId: '7' };
  const entryIn = (made: object, path: string) =>
    asObject(asObject(asObject(asObject(made).paths)[path]).post);

  it('shows the servers it is given', () => {
    const url = 'https://supplier.test';
    expect(createOpenApi({ servers: [url] }).servers).toEqual([{ url }]);
  });

  it('shows an example beside request and answer', () => {
    const made = createOpenApi({ examples: { getBooking: { request, answer } } });
    const entry = entryIn(made, operations.getBooking.path);
    expect(media(entry.requestBody).example).toEqual(request);
    expect(media(asObject(entry.responses)[200]).example).toEqual(answer);
  });

  it('refuses an example that its operation would refuse, naming operation and field', () => {
    const examples = { getBooking: { request: { ...request, BookingId: 7 }, answer } };
    expect(() => createOpenApi({ examples })).toThrow(/getBooking, request\.BookingId/);
  });

  it('refuses an example of an operation that is not described', () => {
    expect(() => createOpenApi({ examples: { nowhere: { request, answer } } })).toThrow('nowhere');
  });

  it('takes in the paths and schemas of the control API', () => {
    const control = { paths: { '/_control/clock': { get: {} } }, schemas: { Clock: { type: 'object' } } };
    const made = createOpenApi({ control });
    expect(made.paths['/_control/clock']).toEqual({ get: {} });
    expect(made.components.schemas).toHaveProperty('Clock', { type: 'object' });
  });

  it('lets the control API take no name of the contract for something else', () => {
    const control = { paths: {}, schemas: { Money: { type: 'string' } } };
    expect(() => createOpenApi({ control })).toThrow('"Money"');
  });
});
