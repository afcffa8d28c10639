import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Returns whether two addresses name the same store: the same folder, or the same database of the same Valkey server. Two names
 * of one server, such as localhost and 127.0.0.1, count as different servers.
 *
 * @example isSameStore('redis://host', 'redis://host:6379/0') // true
 */
export const isSameStore = (one: string, other: string): boolean => placeOf(one) === placeOf(other);

function placeOf(address: string): string {
  if (!/^rediss?:/.test(address)) return folderOf(address.replace(/^sqlite:/, ''));
  const { hostname, port, pathname } = new URL(address);
  return `redis://${hostname}:${port || 6379}/${Number(pathname.slice(1))}`;
}

function folderOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path); // the folder does not exist yet
  }
}
