// Writes the reference pages of the documentation site from the OpenAPI document: one page for the operations of the supplier,
// one for the control API. The site's build runs it; git ignores the pages.
import { publishedDocuments } from './documents.ts';

/** The parts of a schema that the pages show. */
interface OpenApiSchema {
  readonly $ref?: string;
  readonly type?: string | string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly items?: OpenApiSchema;
  readonly anyOf?: readonly OpenApiSchema[];
  readonly oneOf?: readonly OpenApiSchema[];
  readonly allOf?: readonly OpenApiSchema[];
  readonly 'x-provenance'?: { readonly kind: string; readonly clause?: string };
}

interface OpenApiContent {
  readonly 'application/json'?: { readonly schema: OpenApiSchema; readonly example?: unknown };
}

interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: OpenApiSchema;
  }[];
  readonly requestBody?: { readonly content: OpenApiContent };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: OpenApiContent }>
  >;
}

interface OpenApiDocument {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, OpenApiSchema>> };
}

/** One row of a table of fields. */
interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly note: string;
}

// The document is made from our own schemas, in this form.
const document = publishedDocuments()['openapi.json'] as OpenApiDocument;

/** Returns the Markdown of the page that lists every operation whose tag `isShown`. */
export function operationsPage(title: string, intro: string, isShown: (tag: string) => boolean): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = document.tags.filter(({ name }) => isShown(name));
  return [
    `# ${title}`,
    intro,
    ...tags.flatMap(tag => [
      `## ${tag.name}`,
      tag.description,
      ...operations
        .filter(({ operation }) => operation.tags.includes(tag.name))
        .flatMap(({ path, method, operation }) => operationSection(method, path, operation)),
    ]),
    '',
  ].join('\n\n');
}

function operationSection(method: string, path: string, operation: OpenApiOperation): string[] {
  const body = operation.requestBody?.content['application/json'];
  const [status = '200', answer] =
    Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? [];
  const answerSchema = answer?.content?.['application/json']?.schema;
  const errors = Object.entries(operation.responses).filter(([code]) => !code.startsWith('2'));
  return [
    `### ${operation.operationId}`,
    `\`${method.toUpperCase()} ${path}\``,
    escapeForVue(operation.summary),
    ...(operation.description === undefined ? [] : [escapeForVue(operation.description)]),
    ...(operation.parameters?.length
      ? ['**Parameters**', table(operation.parameters.map(parameterField))]
      : []),
    ...(body === undefined ? [] : ['**Request body**', fieldsOf(body.schema)]),
    ...(body?.example === undefined ? [] : [json(body.example)]),
    ...(answerSchema === undefined ? [] : [`**Answer ${status}**`, fieldsOf(answerSchema)]),
    ...(errors.length === 0 ? [] : ['**Errors**', errorTable(errors)]),
  ];
}

function parameterField(parameter: NonNullable<OpenApiOperation['parameters']>[number]): Field {
  return {
    name: `${parameter.name} (${parameter.in})`,
    type: typeOf(parameter.schema),
    required: parameter.required === true,
    note: [parameter.description, noteOf(parameter.schema)].filter(text => text).join(' '),
  };
}

/** Returns a table of all fields, nested ones as `Rooms[].Id`, or the type alone where there are no fields. */
function fieldsOf(schema: OpenApiSchema): string {
  const fields = [...nestedFields(schema, '', new Set())];
  return fields.length === 0 ? `\`${typeOf(schema)}\`` : table(fields);
}

function* nestedFields(schema: OpenApiSchema, before: string, open: Set<string>): Generator<Field> {
  if (schema.$ref !== undefined) {
    if (open.has(schema.$ref)) return;
    yield* nestedFields(resolve(schema), before, new Set([...open, schema.$ref]));
    return;
  }
  for (const part of schema.allOf ?? []) yield* nestedFields(part, before, open);
  if (schema.items !== undefined) yield* nestedFields(schema.items, `${before}[]`, open);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const path = before === '' ? name : `${before}.${name}`;
    yield {
      name: path,
      type: typeOf(property),
      required: schema.required?.includes(name) === true,
      note: noteOf(property),
    };
    yield* nestedFields(property, path, open);
  }
}

function resolve(schema: OpenApiSchema): OpenApiSchema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.split('/').at(-1) ?? '';
  const found = document.components.schemas[name];
  if (found === undefined)
    throw new Error(`The OpenAPI document refers to ${schema.$ref}, which it does not hold.`);
  return found;
}

function typeOf(schema: OpenApiSchema): string {
  const resolved = resolve(schema);
  if (resolved.const !== undefined) return JSON.stringify(resolved.const);
  if (resolved.enum !== undefined) return resolved.enum.map(value => JSON.stringify(value)).join(', ');
  const choices = resolved.anyOf ?? resolved.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(' or ');
  if (resolved.type === 'array')
    return `list of ${resolved.items === undefined ? 'any value' : typeOf(resolved.items)}`;
  const type = [resolved.type ?? (resolved.properties ? 'object' : 'any value')].flat().join(' or ');
  return resolved.format === undefined ? type : `${type} (${resolved.format})`;
}

function noteOf(schema: OpenApiSchema): string {
  const resolved = resolve(schema);
  const provenance = schema['x-provenance'] ?? resolved['x-provenance'];
  const texts = [schema.description ?? resolved.description, provenance && originOf(provenance)];
  return texts.filter(text => text !== undefined).join(' ');
}

/** Returns the kind of a provenance as a sentence, with the clause of the specification if there is one. */
function originOf({ kind, clause }: { readonly kind: string; readonly clause?: string }): string {
  const word = kind.charAt(0).toUpperCase() + kind.slice(1);
  return clause === undefined ? `${word}.` : `${word}: \`${clause}\`.`;
}

function table(fields: readonly Field[]): string {
  const rows = fields.map(
    ({ name, type, required, note }) =>
      `| \`${name}\` | ${cell(type)} | ${required ? 'yes' : 'no'} | ${cell(note)} |`,
  );
  return ['| field | type | required | note |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function errorTable(errors: readonly [string, { description: string }][]): string {
  const rows = errors.map(([status, { description }]) => `| ${status} | ${cell(description)} |`);
  return ['| status | meaning |', '| --- | --- |', ...rows].join('\n');
}

const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** Vue reads the pages, so that braces and angle brackets outside code need escaping. */
function escapeForVue(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll('<', '&lt;').replaceAll('{', '&#123;').replaceAll('}', '&#125;'),
    )
    .join('');
}

const cell = (text: string) =>
  escapeForVue(text)
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, '<br>');
