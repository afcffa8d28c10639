import type { SupplierInventory } from '#mock-server';
import { CliError } from './cli-error.ts';

/** Throws a CliError with a line for each problem, which names the file, the line and the column. */
export async function loadInventory(path: string | undefined): Promise<SupplierInventory | undefined> {
  if (path === undefined) return undefined;
  const { readInventory } = await import('../catalogue/node.ts');
  return orCliLines(readInventory(path));
}

/** Turns an InventoryError into a CliError. Does not import its class, because that would load the library of the collections. */
export const orCliLines = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw error instanceof Error && error.name === 'InventoryError'
      ? new CliError(error.message.split('\n'))
      : error;
  });
