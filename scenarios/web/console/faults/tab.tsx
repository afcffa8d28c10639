import { useState } from 'preact/hooks';
import type { ArmedFaultView } from '#contracts/control';
import type { Session } from '../live/index.ts';
import { attempt, Dialog } from '../parts/index.ts';
import { FaultForm } from './form.tsx';

/** The armed faults of a sandbox, and the form for a new fault. */
export function FaultsTab({ session }: { readonly session: Session }) {
  const [isArming, setArming] = useState(false);
  const faults = session.faults.value;
  const disarmAll = () =>
    attempt(async () => {
      await session.api.disarmAll();
      await session.refresh();
    }, 'Every fault is disarmed.');
  return (
    <section aria-label="Faults">
      <div class="row summary">
        <p class="soft">Armed faults change the answers to your client until you disarm them.</p>
        <button type="button" disabled={faults.length === 0} onClick={() => void disarmAll()}>
          Disarm all
        </button>
        <button type="button" class="main" onClick={() => setArming(true)}>
          Arm a fault
        </button>
      </div>
      {faults.length === 0 ? (
        <div class="card empty">
          <p>
            <strong>No fault is armed.</strong> Arm one here, or click a call and choose what happens to the
            next one.
          </p>
        </div>
      ) : (
        <FaultTable session={session} />
      )}
      {isArming && (
        <Dialog title="Arm a fault" onClose={() => setArming(false)}>
          <FaultForm session={session} operation="" onArmed={() => setArming(false)} />
        </Dialog>
      )}
    </section>
  );
}

function FaultTable({ session }: { readonly session: Session }) {
  const disarm = (id: string) =>
    attempt(async () => {
      await session.api.disarm(id);
      await session.refresh();
    }, `Fault “${id}” is disarmed.`);
  return (
    <div class="card">
      <table class="faults">
        <caption class="hidden">Armed faults</caption>
        <thead>
          <tr>
            <th scope="col">Fault</th>
            <th scope="col">Effect</th>
            <th scope="col">Calls</th>
            <th scope="col">Matched</th>
            <th scope="col">Changed</th>
            <th scope="col">
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {session.faults.value.map(fault => (
            <tr key={fault.id} class={isActive(fault) ? undefined : 'used'}>
              <th scope="row">
                <code>{fault.id}</code>
                {!isActive(fault) && <span class="tag">used up</span>}
              </th>
              <td data-label="Effect">
                <strong>{fault.effect.kind}</strong> {fieldsOf(fault.effect, ['kind'])}
              </td>
              <td data-label="Calls">
                {fault.match?.operations?.join(', ') ?? 'every operation'}{' '}
                {fieldsOf(fault.match ?? {}, ['operations'])}
              </td>
              <td data-label="Matched" class="number">
                {fault.seen}
              </td>
              <td data-label="Changed" class="number">
                {fault.fired}
              </td>
              <td class="actions">
                <button type="button" onClick={() => void disarm(fault.id)}>
                  Disarm
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Whether a fault can still change a call. */
export const isActive = ({ match, fired }: ArmedFaultView): boolean =>
  match?.times === undefined || match.per !== undefined || fired < match.times;

/** Returns the fields of an object as text, without some names. */
const fieldsOf = (value: object, without: readonly string[]): string =>
  Object.entries(value)
    .filter(([name, field]) => field !== undefined && !without.includes(name))
    .map(([name, field]) => `${name} ${typeof field === 'object' ? JSON.stringify(field) : field}`)
    .join(', ');
