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
  /** Milliseconds without an answer; Infinity until the client gives up. */
  hang: number;
  status: FaultEffect<'status'> | undefined;
  body: FaultEffect<'body'> | undefined;
  cut: NonNullable<FaultEffect<'cut'>['at']> | undefined;
  /** The credential is refused. */
  isRefused: boolean;
  /** Changes an answer after its operation has given it. */
  rewrites: ((answer: object) => object)[];
}

/** The course of a call before any fault has changed it. */
export const plainCourse = (): Course => ({
  hits: [],
  directives: {},
  commit: undefined,
  delay: 0,
  hang: 0,
  status: undefined,
  body: undefined,
  cut: undefined,
  isRefused: false,
  rewrites: [],
});
