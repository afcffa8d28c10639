import type { StoreError } from '../../store-error.ts';
import type { SqliteDatabase } from './database.ts';

/** A call of a method of the database in the worker. */
export interface Request {
  readonly number: number;
  readonly method: 'open' | Exclude<keyof SqliteDatabase, 'mark'>;
  readonly args: readonly unknown[];
}

/** The result of a call. */
export type Reply =
  | { readonly number: number; readonly result: unknown }
  | { readonly number: number; readonly error: { code: StoreError['code']; message: string } };
