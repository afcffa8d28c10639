import { useState } from 'preact/hooks';
import type { SandboxView } from '#contracts/control';
import { Button, Command, CopyButton } from '../shared/index.ts';
import { asCurl, searchBody } from './control.ts';
import { useRegistry } from './fault-values.ts';
import type { Session } from './live.ts';

export function ConnectTab({ session }: { readonly session: Session }) {
  const sandbox = session.sandbox.value;
  return (
    <section aria-label="Connect">
      {sandbox && <FirstCall sandbox={sandbox} />}
      {sandbox && <Values sandbox={sandbox} />}
    </section>
  );
}

function Values({ sandbox }: { readonly sandbox: SandboxView }) {
  const [isShown, show] = useState(false);
  const { baseUrl, commonsUrl, mcpUrl, credential, staticToken, managerId, mcpToken, seed } = sandbox;
  const rows: readonly (readonly [string, string, boolean?])[] = [
    ['Base address', baseUrl],
    ['Static data (commons_url)', commonsUrl],
    ['Tool server (mcp_url)', mcpUrl],
    ['Username', credential.Username],
    ['Password', credential.Password, true],
    ['Static token', staticToken, true],
    ['managerId', String(managerId)],
    ['Tool server token', mcpToken, true],
    ['Seed', seed],
  ];
  return (
    <div class="card">
      <table class="values">
        <caption class="hidden">Addresses and credential</caption>
        <tbody>
          {rows.map(([name, value, isSecret]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <code>{isSecret && !isShown ? '••••••••' : value}</code>
              </td>
              <td class="actions">
                <CopyButton text={value} label={`Copy: ${name}`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="pad">
        <Button aria-pressed={isShown} onClick={() => show(!isShown)}>
          {isShown ? 'Hide the secrets' : 'Show the secrets'}
        </Button>
      </p>
    </div>
  );
}

function FirstCall({ sandbox }: { readonly sandbox: SandboxView }) {
  // A profile can give Search another path. Without the registry, the path of the contract is the best guess.
  const path = useRegistry()?.searchPath ?? '/API/REST/Hotel.svc/Search';
  const body = JSON.stringify(searchBody(sandbox));
  const command = asCurl({ method: 'POST', url: sandbox.baseUrl + path, body }, false);
  return (
    <div class="card pad">
      <h2>First call</h2>
      <p class="soft">
        This call searches one hotel, a month ahead. The command contains the password of this sandbox.
      </p>
      <Command text={command} label="Copy the first call" />
    </div>
  );
}
