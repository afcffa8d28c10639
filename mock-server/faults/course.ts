import type { Commit, EffectKind, FaultEffect } from '#contracts/fault';
import type { Directives } from '../directives.ts';

/** A fault that hit a call. */
export interface Hit {
  readonly id: string;
  readonly kind: EffectKind;
}

/** What the faults that hit a call make of it, as plain data; each effect writes its part. */
export interface Course {
  readonly hits: Hit[];
  /** What handlers are told. */
  directives: { -readonly [Name in keyof Directives]: Directives[Name] };
  /** When the operation takes effect, where something takes the place of its answer. */
  commit: Commit | undefined;
  /** Milliseconds of the sandbox's time before anything happens. */
  delay: number;
  /** When it did, as far as it has: of what is refused, or nobody waited for, nothing is said. */
  tookEffect: 'before' | 'after' | undefined;
  /** Milliseconds without an answer; Infinity until the client gives up. */
  hang: number | undefined;
  /** And whose fault that is. */
  status: (FaultEffect<'status'> & { readonly source: string }) | undefined;
  body: FaultEffect<'body'> | undefined;
  cut: NonNullable<FaultEffect<'cut'>['at']> | undefined;
  /** Takes back the hits of those that act through the operation, when that was refused. */
  withdraw(): void;
  /** Changes an answer after its operation has given it. */
  rewrites: ((answer: object) => object)[];
}

/** The course of a call before any fault has changed it. */
export const plainCourse = (): Course => ({
  hits: [],
  directives: {},
  commit: undefined,
  delay: 0,
  tookEffect: undefined,
  hang: undefined,
  status: undefined,
  body: undefined,
  cut: undefined,
  withdraw: () => undefined,
  rewrites: [],
});

/** Whether the client gets an answer that no supplier gave: it counts towards no rate (decision 10). */
export const isMadeUp = ({ status, commit }: Course): boolean => status !== undefined || commit === 'never';
