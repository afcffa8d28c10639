import type { Session } from '../live/index.ts';
import { attempt, download } from '../parts/index.ts';
import { hrefOf } from '../route.ts';

/** Says what is wrong with the connection, and what happened to the calls. Shows nothing while all is well. */
export function LinkBanner({ session }: { readonly session: Session }) {
  return (
    <div aria-live="polite">
      <Broken session={session} />
      <Lost session={session} />
    </div>
  );
}

function Broken({ session }: { readonly session: Session }) {
  const { id, link, problem, calls } = session;
  const kept = calls.value.length > 0 ? ` You still see the ${calls.value.length} calls from before.` : '';
  if (link.value === 'offline')
    return <p class="banner warn">The server does not answer. This page connects again by itself.{kept}</p>;
  if (link.value === 'refused') return <p class="banner bad">{problem.value}</p>;
  if (link.value !== 'removed') return null;
  return (
    <div class="banner bad">
      <p>
        The server has no sandbox “{id}” any more. Someone removed it, the server was started again, or your
        token may not see it.{kept}
      </p>
      <div class="row">
        {calls.value.length > 0 && (
          <button type="button" onClick={() => saveCalls(id, calls.value)}>
            Save these calls
          </button>
        )}
        <button
          type="button"
          onClick={() => void attempt(() => session.api.restore(), `Sandbox “${id}” exists again.`)}
        >
          Create it again
        </button>
        <a class="button" href={hrefOf()}>
          All sandboxes
        </a>
      </div>
    </div>
  );
}

function Lost({ session }: { readonly session: Session }) {
  const lost = session.lostCalls.value;
  if (lost.length === 0) return null;
  return (
    <div class="banner warn">
      <p>
        The sandbox started again: someone reset it, or the server was started again. The server does not have
        the {lost.length} calls from before any more. This page still has them.
      </p>
      <div class="row">
        <button type="button" onClick={() => saveCalls(session.id, lost)}>
          Save these calls
        </button>
        <button
          type="button"
          onClick={() => {
            session.lostCalls.value = [];
          }}
        >
          Forget them
        </button>
      </div>
    </div>
  );
}

const saveCalls = (id: string, calls: readonly unknown[]): void =>
  download(`calls-of-${id}.json`, JSON.stringify(calls, null, 1));
