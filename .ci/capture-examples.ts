import { existsSync, readFileSync } from 'node:fs';
import type { Example } from '#contracts/openapi';

const recorded = 'contracts/examples.json';

/** One call of each operation, for the OpenAPI document; none for an operation that was not recorded. */
export async function captureExamples(): Promise<Record<string, Example>> {
  if (!existsSync(recorded)) return {};
  return JSON.parse(readFileSync(recorded, 'utf8')); // createOpenApi() checks each against its operation
}
