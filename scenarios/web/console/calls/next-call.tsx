import type { Session } from '../live/index.ts';
import { attempt } from '../parts/index.ts';

/** Faults that a person often needs, each for the next call of an operation. */
const quickFaults = [
  ['Lose the answer', { kind: 'cut', at: 'before-headers', commit: 'before' }],
  ['Answer 503', { kind: 'status', status: 503 }],
  ['Answer 429', { kind: 'status', status: 429, retryAfter: 30 }],
  ['Delay by 60 s', { kind: 'delay', by: 'PT60S' }],
  ['Break the JSON', { kind: 'body', how: 'invalid-json' }],
] as const;

/** “Do this to the next one”: buttons that arm a fault for the next call of the same operation. */
export function NextCall(props: {
  readonly session: Session;
  readonly operation: string;
  readonly onArm: (operation: string) => void;
}) {
  const { session, operation, onArm } = props;
  const arm = (name: string, effect: object) =>
    attempt(async () => {
      await session.api.arm({ match: { operations: [operation], times: 1 }, effect });
      await session.refresh();
    }, `${name}: armed for the next ${operation}.`);
  return (
    <fieldset class="next">
      <legend>Do this to the next {operation}</legend>
      <div class="row">
        {quickFaults.map(([name, effect]) => (
          <button key={name} type="button" onClick={() => void arm(name, effect)}>
            {name}
          </button>
        ))}
        <button type="button" onClick={() => onArm(operation)}>
          Another fault…
        </button>
      </div>
    </fieldset>
  );
}
