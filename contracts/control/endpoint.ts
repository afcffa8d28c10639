import type * as z from 'zod';

/** One answer of an endpoint, for one HTTP status. */
export interface ControlAnswerShape {
  readonly description: string;
  /** The schema of the JSON body; absent for a stream and for an answer without a body. */
  readonly schema?: z.ZodType;
  /** The media types that the answer can have in addition to JSON. For a stream, the list contains all media types. */
  readonly types?: readonly string[];
}

/** One endpoint of the control API. The server and the OpenAPI document use these objects. */
export interface ControlEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path, with parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  /**
   * The callers, in addition to the administrator, that may call an endpoint without `{id}` in its path. `open`: the
   * endpoint needs no token. `namespaces`: the token of a namespace is sufficient, and the handler uses only sandboxes
   * of this namespace. `metrics`: a token for the metrics is sufficient. If the path contains `{id}`, the owner of this sandbox may call the endpoint.
   */
  readonly access?: 'open' | 'namespaces' | 'metrics';
  readonly query?: z.ZodObject;
  /** The schema of the JSON body; absent for an endpoint without a body. */
  readonly request?: z.ZodType;
  /** An example of a body. The default sandbox of a new server accepts this body, if the path contains no booking id. */
  readonly example?: object;
  /** Whether the server treats a request without a body as an empty object. */
  readonly bodyOptional?: boolean;
  /** The maximum size of a body in bytes; the default is 1 MiB. */
  readonly largestBody?: number;
  /** The member of the body that may have any number of entries and levels. */
  readonly largeMember?: string;
  readonly answers: Readonly<Record<number, ControlAnswerShape>>;
}

export const ok = <S extends z.ZodType>(schema: S, description = 'The answer.') => ({
  200: { description, schema },
});
export const get = <S extends z.ZodType>(path: string, summary: string, schema: S, description?: string) => ({
  method: 'GET' as const,
  path,
  summary,
  answers: ok(schema, description),
});
