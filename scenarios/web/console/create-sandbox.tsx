import { useEffect, useState } from 'preact/hooks';
import type { NewSandboxRequest } from '#contracts/control';
import { inNamespace, serverApi } from './control.ts';
import { attempt, Choice, Dialog, explain, FormButtons, Problem } from './parts.tsx';
import { hrefOf } from './route.ts';

const modes = {
  manual: 'manual: the clock moves only when you advance it',
  real: 'real: the clock runs like a clock on the wall',
  scaled: 'scaled: the clock runs faster',
  'per-poll': 'per-poll: each look-up jumps to its due time',
} as const;

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
        <Problem text={problem} />
        <NameField />
        <Choice label="Clock" name="mode" value={mode} choices={Object.entries(modes)} onChoose={setMode} />
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
        <FormButtons action="Create" onCancel={onClose} />
      </form>
    </Dialog>
  );
}

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
  const choices = scenarios.map(({ id, title }) => [id, `${id}: ${title}`] as const);
  return (
    <Choice label="Scenario that the sandbox plays" name="scenario" choices={[['', 'none'], ...choices]} />
  );
}
