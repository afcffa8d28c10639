import { asList, asObject } from '#contracts/util';

type Json = Readonly<Record<string, unknown>>;

/** Returns the places of an OpenAPI document that must state their provenance, also in components. Follows references; a component is walked once. */
export function documentPlaces(document: Json): { path: string; provenance: unknown }[] {
  const schemas = asObject(asObject(document.components).schemas);
  const seen = new Set<string>();
  const places: ReturnType<typeof documentPlaces> = [];
  const see = (path: string, holder: Json) => places.push({ path, provenance: holder['x-provenance'] });

  const walkSchema = (path: string, value: unknown): void => {
    const schema = asObject(value);
    if (typeof schema.$ref === 'string') {
      const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
      if (!schemas[name]) throw new Error(`${path} refers to ${schema.$ref}, which is not there`);
      if (!seen.has(name)) {
        seen.add(name);
        walkSchema(name, schemas[name]);
      }
    }
    for (const [name, field] of Object.entries(asObject(schema.properties))) {
      if (!isCondition(asObject(field))) see(`${path}.${name}`, asObject(field));
      walkSchema(`${path}.${name}`, field);
    }
    if (schema.items) walkSchema(`${path}[]`, schema.items);
    for (const part of [schema.allOf, schema.anyOf, schema.oneOf].flatMap(asList)) walkSchema(path, part);
  };
  const walkContent = (path: string, value: unknown): void => {
    const holder = asObject(value);
    see(path, holder);
    for (const media of Object.values(asObject(holder.content))) walkSchema(path, asObject(media).schema);
    for (const [name, header] of Object.entries(asObject(holder.headers)))
      see(`${path}.${name}`, asObject(header));
  };

  for (const operation of documentOperations(document)) {
    const id = String(operation.operationId);
    see(id, operation);
    for (const parameter of asList(operation.parameters).map(asObject)) {
      see(`${id}.${parameter.name}`, 'x-provenance' in parameter ? parameter : asObject(parameter.schema));
      walkSchema(`${id}.${parameter.name}`, parameter.schema);
    }
    if (operation.requestBody) walkContent(`${id}.request`, operation.requestBody);
    for (const [status, answer] of Object.entries(asObject(operation.responses)))
      walkContent(`${id}.${status}`, answer);
  }
  return places;
}

/** Whether a schema only says which fields must be there. Another schema describes these fields. */
const isCondition = (schema: Json): boolean =>
  Object.keys(schema).every(keyword => keyword === 'required' || keyword === 'properties');

export function documentOperations(document: Json): Json[] {
  return Object.values(asObject(document.paths)).flatMap(item => Object.values(asObject(item)).map(asObject));
}
