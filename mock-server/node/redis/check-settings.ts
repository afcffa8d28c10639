import type { Connection } from './connection.ts';

/** The settings that keep sandboxes, and what happens with any other value. */
const safeSettings = [
  { name: 'appendonly', safe: 'yes', effect: 'if Valkey restarts, it loses answered changes' },
  {
    name: 'maxmemory-policy',
    safe: 'noeviction',
    effect: 'if the memory of Valkey is full, it removes sandboxes',
  },
] as const;

/**
 * Returns a warning for each setting of Valkey with which it can lose sandboxes. Returns no warning for a setting that this user
 * may not read.
 *
 * @example await warningsOf(connection, where) // ['redis://127.0.0.1:6379 has the setting "appendonly no"; …']
 */
export async function warningsOf(connection: Connection, where: string): Promise<string[]> {
  const warnings: string[] = [];
  for (const { name, safe, effect } of safeSettings) {
    const found = await connection.run(['CONFIG', 'GET', name]).catch(() => undefined);
    const value = Array.isArray(found) ? found[1] : undefined;
    if (value !== undefined && value !== safe)
      warnings.push(`${where} has the setting "${name} ${value}"; ${effect}; set "${name} ${safe}"`);
  }
  return warnings;
}
