import { signal } from '@preact/signals';
import { systemClock } from '#contracts';
import { ControlFailure } from '../control/index.ts';

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
}

const notices = signal<readonly Notice[]>([]);
const shownTime = 6_000;
let last = 0;

/** Shows a short message. A message about success disappears after a few seconds. */
export function notify(text: string, isError = false): void {
  last += 1;
  const id = last;
  notices.value = [...notices.value.slice(-3), { id, text, isError }];
  if (!isError) void systemClock.sleep(shownTime).then(() => dismiss(id));
}

const dismiss = (id: number): void => {
  notices.value = notices.value.filter(one => one.id !== id);
};

/**
 * Runs an action of a person, and shows its error, if any.
 *
 * @returns whether the action succeeded
 */
export async function attempt(action: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await action();
    if (done !== undefined) notify(done);
    return true;
  } catch (error) {
    notify(explain(error), true);
    return false;
  }
}

/** Returns the text of an error for a person. */
export function explain(error: unknown): string {
  if (!(error instanceof ControlFailure)) return String(error);
  const nearest = error.details.find(detail => detail.nearest !== undefined)?.nearest;
  return nearest === undefined || error.message.includes(nearest)
    ? error.message
    : `${error.message} Did you mean "${nearest}"?`;
}

/** The messages, in a corner of the page. */
export function Notices() {
  return (
    <div class="notices" aria-live="polite" role="status">
      {notices.value.map(({ id, text, isError }) => (
        <div key={id} class={isError ? 'notice bad' : 'notice'}>
          <span>{text}</span>
          <button type="button" class="quiet" aria-label="Dismiss this message" onClick={() => dismiss(id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}
