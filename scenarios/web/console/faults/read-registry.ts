import { serverUrl } from '../control/index.ts';
import { type Document, type Registry, registryOf } from './registry.ts';

let reading: Promise<Registry> | undefined;

/**
 * Reads the registry of fault kinds from the OpenAPI document of the server. So the form has exactly the kinds of this server. The page
 * reads the document once.
 */
export function readRegistry(): Promise<Registry> {
  reading ??= fetch(`${serverUrl}/openapi.json`)
    .then(async answer => registryOf((await answer.json()) as Document)) // the server writes the document
    .catch(error => {
      reading = undefined; // the next form tries again
      throw error;
    });
  return reading;
}
