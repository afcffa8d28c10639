import { StoreError } from '../../store-error.ts';

/** Loads the package `redis`, which is an optional dependency. @throws StoreError when the package is not installed */
export async function loadClient(): Promise<typeof import('redis')> {
  try {
    return await import('redis');
  } catch (error) {
    const message =
      'a redis: store needs the package "redis", which is not installed; run "npm install redis"';
    throw new StoreError('unavailable', message, { cause: error });
  }
}
