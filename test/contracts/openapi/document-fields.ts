type Json = Readonly<Record<string, unknown>>;

/** A place of an OpenAPI document that must state its provenance. */
export interface DocumentPlace {
  readonly path: string;
  readonly provenance: unknown;
}

/** Fields of components too. Follows references; a component is walked once. */
export function documentPlaces(document: Json): DocumentPlace[] {
  const schemas = object(object(document.components).schemas);
  const seen = new Set<string>();
  const places: DocumentPlace[] = [];
  const see = (path: string, holder: Json) => places.push({ path, provenance: holder['x-provenance'] });

  const walkSchema = (path: string, value: unknown): void => {
    const schema = object(value);
    if (typeof schema.$ref === 'string') {
      const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
      if (!schemas[name]) throw new Error(`${path} refers to ${schema.$ref}, which is not there`);
      if (!seen.has(name)) {
        seen.add(name);
        walkSchema(name, schemas[name]);
      }
    }
    for (const [name, field] of Object.entries(object(schema.properties))) {
      if (!isCondition(object(field))) see(`${path}.${name}`, object(field));
      walkSchema(`${path}.${name}`, field);
    }
    if (schema.items) walkSchema(`${path}[]`, schema.items);
    for (const part of [schema.allOf, schema.anyOf, schema.oneOf].flatMap(list)) walkSchema(path, part);
  };
  const walkContent = (path: string, value: unknown): void => {
    const holder = object(value);
    see(path, holder);
    for (const media of Object.values(object(holder.content))) walkSchema(path, object(media).schema);
    for (const [name, header] of Object.entries(object(holder.headers)))
      see(`${path}.${name}`, object(header));
  };

  for (const operation of documentOperations(document)) {
    const id = String(operation.operationId);
    see(id, operation);
    for (const parameter of list(operation.parameters).map(object)) {
      see(`${id}.${parameter.name}`, 'x-provenance' in parameter ? parameter : object(parameter.schema));
      walkSchema(`${id}.${parameter.name}`, parameter.schema);
    }
    if (operation.requestBody) walkContent(`${id}.request`, operation.requestBody);
    for (const [status, answer] of Object.entries(object(operation.responses)))
      walkContent(`${id}.${status}`, answer);
  }
  return places;
}

/** Whether a schema only says which fields must be there. Another schema describes these fields. */
const isCondition = (schema: Json): boolean =>
  Object.keys(schema).every(keyword => keyword === 'required' || keyword === 'properties');

export function documentOperations(document: Json): Json[] {
  return Object.values(object(document.paths)).flatMap(item => Object.values(object(item)).map(object));
}

export function object(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}; // any object
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
