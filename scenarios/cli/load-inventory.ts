import type { SupplierInventory } from '#mock-server';

export async function loadInventory(path: string | undefined): Promise<SupplierInventory | undefined> {
  if (path === undefined) return undefined;
  const { readInventory } = await import('../catalogue/node.ts');
  return readInventory(path);
}
