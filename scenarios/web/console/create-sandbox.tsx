import { useEffect, useState } from 'preact/hooks';
import type { NewSandboxRequest } from '#contracts/control';
import { inNamespace, serverApi } from './control.ts';
import { attempt, Dialog, explain } from './parts.tsx';
import { hrefOf } from './route.ts';

const modes = {
  manual: 'manual: the clock moves only when you advance it',
  real: 'real: the clock runs like a clock on the wall',
  scaled: 'scaled: the clock runs faster',
  'per-poll': 'per-poll: each look-up jumps to its due time',
} as const;

/** Reads the fields of the form. The server uses its default for each field without a value. */
export function requestOf(data: FormData): NewSandboxRequest {
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const optional = (name: 'id' | 'seed' | 'scenario') => (text(name) === '' ? {} : { [name]: text(name) });
  const mode = text('mode') as keyof typeof modes; // the form offers only these modes
  const start = text('start');
  return {
    ...optional('id'),
    ...optional('seed'),
    ...optional('scenario'),
    clock: {
      mode,
      ...(start !== '' && { start: new Date(`${start}:00Z`).toISOString() }),
      ...(mode === 'scaled' && { scale: Number(text('scale')) }),
    },
  };
}

/** The form for a new sandbox. */
export function CreateForm({ onClose }: { readonly onClose: () => void }) {
  const [mode, setMode] = useState<string>('manual');
  const [problem, setProblem] = useState('');
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      const request = requestOf(new FormData(event.target as HTMLFormElement)); // only a form is submitted
      const made = await inNamespace(request.id, id =>
        serverApi.create(id === undefined ? request : { ...request, id }),
      );
      onClose();
      location.hash = hrefOf(made.id);
    } catch (error) {
      setProblem(explain(error));
    }
  };
  return (
    <Dialog title="New sandbox" onClose={onClose}>
      <form class="stack" onSubmit={event => void submit(event)}>
        {problem && (
          <p class="bad" role="alert">
            {problem}
          </p>
        )}
        <NameField />
        <label>
          <span>Clock</span>
          <select name="mode" value={mode} onChange={event => setMode(event.currentTarget.value)}>
            {Object.entries(modes).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
        {mode === 'scaled' && (
          <label>
            <span>Times as fast</span>
            <input name="scale" type="number" min="0.001" step="any" value="60" required />
          </label>
        )}
        <label>
          <span>Start of the clock, in UTC (empty: now)</span>
          <input name="start" type="datetime-local" />
        </label>
        <ScenarioField />
        <label>
          <span>Seed of the inventory (empty: the default)</span>
          <input name="seed" autocomplete="off" />
        </label>
        <Buttons onCancel={onClose} />
      </form>
    </Dialog>
  );
}

const Buttons = ({ onCancel }: { readonly onCancel: () => void }) => (
  <div class="row end">
    <button type="button" onClick={onCancel}>
      Cancel
    </button>
    <button type="submit" class="main">
      Create
    </button>
  </div>
);

function NameField() {
  return (
    <label>
      <span>Name (a–z, 0–9 and “-”; the server chooses one if you leave it empty)</span>
      <input name="id" maxlength={40} pattern="([a-z0-9\-]+\.)?[a-z0-9\-]*" autocomplete="off" />
      <span class="soft">
        The token of a team puts the name of the team in front, as in “team-a.checkout”.
      </span>
    </label>
  );
}

function ScenarioField() {
  const [scenarios, setScenarios] = useState<readonly { id: string; title: string }[]>([]);
  useEffect(() => void attempt(async () => setScenarios((await serverApi.scenarios()).scenarios)), []);
  return (
    <label>
      <span>Scenario that the sandbox plays</span>
      <select name="scenario">
        <option value="">none</option>
        {scenarios.map(({ id, title }) => (
          <option key={id} value={id}>
            {id}: {title}
          </option>
        ))}
      </select>
    </label>
  );
}
