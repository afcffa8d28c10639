import { Command } from '../../shared/index.ts';
import { asCurl, controlToken, type LoggedCall, loggedCalls } from '../control/index.ts';

/** The calls to the control API that this page has made, as commands for a shell. */
export function CallLog() {
  const calls = loggedCalls.value;
  const changes = calls.filter(({ method }) => method !== 'GET');
  const readings = calls.filter(({ method }) => method === 'GET');
  return (
    <details class="log">
      <summary>
        Control API calls of this page{' '}
        <span class="count">{calls.reduce((sum, { times }) => sum + times, 0)}</span>
        {changes[0] && <code class="newest">{lineOf(changes[0])}</code>}
      </summary>
      <div class="log-body">
        {controlToken.value !== undefined && (
          <p>
            The commands read the control token from the variable <code>CONTROL_TOKEN</code>.
          </p>
        )}
        <h2>Changes</h2>
        {changes.length === 0 && <p class="soft">You have changed nothing yet.</p>}
        {changes.map(call => (
          <LoggedCommand key={call.id} call={call} />
        ))}
        <h2>Readings</h2>
        {readings.map(call => (
          <LoggedCommand key={call.url} call={call} />
        ))}
      </div>
    </details>
  );
}

const lineOf = ({ method, url }: LoggedCall): string => `${method} ${new URL(url).pathname}`;

function LoggedCommand({ call }: { readonly call: LoggedCall }) {
  const { status, times } = call;
  return (
    <div class="logged">
      <span class={status === undefined || (status > 0 && status < 400) ? 'status' : 'status bad'}>
        {status === undefined ? '…' : status === 0 ? 'no answer' : status}
      </span>
      <Command
        text={asCurl(call, controlToken.value !== undefined)}
        label={`Copy the command for ${lineOf(call)}`}
      />
      {times > 1 && <span class="soft">{times} times</span>}
    </div>
  );
}
