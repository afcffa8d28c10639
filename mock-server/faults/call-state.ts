import type { AnyOperation, OperationId } from '#contracts';
import type { AnswerFacts, Warning } from '#contracts/exchange';
import type { Play } from '../plays/index.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import type { Course } from './course.ts';

/** What faults and scenarios look at in a call. */
export interface ExchangeState {
  readonly sandbox: Sandbox;
  readonly incoming: {
    readonly url: string;
    readonly connection?: { readonly id: number; readonly request: number } | undefined;
  };
  now: number;
  readonly warnings: Warning[];
  readonly operation?: AnyOperation | undefined;
  readonly body?: unknown;
  readonly owner?: string | undefined;
  readonly asked?: string | undefined;
  readonly play?: Play | undefined;
  readonly written?: AnswerFacts | undefined;
  readonly course?: Course | undefined;
}

/** The id of the operation that a call asks for, or null when it matched none. */
export function operationIdOf(exchange: Pick<ExchangeState, 'operation'>): OperationId | null {
  return (exchange.operation?.id as OperationId | undefined) ?? null; // the registry's operations have no other ids
}
