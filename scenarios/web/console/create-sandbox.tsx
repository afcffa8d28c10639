import { useEffect, useState } from 'preact/hooks';
import type { NewSandboxRequest } from '#contracts/control';
import { inNamespace, serverApi } from './control.ts';
import { attempt, Choice, Field, FormDialog } from './parts.tsx';
import { hrefOf } from './route.ts';

const modes = {
  manual: 'manual: the clock moves only when you advance it',
  real: 'real: the clock runs like a clock on the wall',
  scaled: 'scaled: the clock runs faster',
  'per-poll': 'per-poll: each look-up jumps to its due time',
} as const;

function requestOf(data: FormData): NewSandboxRequest {
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
  const create = async (data: FormData) => {
    const request = requestOf(data);
    const made = await inNamespace(request.id, id =>
      serverApi.create(id === undefined ? request : { ...request, id }),
    );
    location.hash = hrefOf(made.id);
  };
  return (
    <FormDialog title="New sandbox" action="Create" onClose={onClose} onSubmit={create}>
      <Field
        label="Name (a–z, 0–9 and “-”; the server chooses one if you leave it empty)"
        name="id"
        maxlength={40}
        pattern="([a-z0-9\-]+\.)?[a-z0-9\-]*"
        autocomplete="off"
      >
        <span class="soft small">
          The token of a team puts the name of the team in front, as in “team-a.checkout”.
        </span>
      </Field>
      <Choice label="Clock" name="mode" value={mode} choices={Object.entries(modes)} onChoose={setMode} />
      {mode === 'scaled' && (
        <Field label="Times as fast" name="scale" type="number" min="0.001" step="any" value="60" required />
      )}
      <Field label="Start of the clock, in UTC (empty: now)" name="start" type="datetime-local" />
      <ScenarioField />
      <Field label="Seed of the inventory (empty: the default)" name="seed" autocomplete="off" />
    </FormDialog>
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
