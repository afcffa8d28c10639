import { useEffect, useState } from 'preact/hooks';
import type { SandboxView } from '#contracts/control';
import { Command, CopyButton } from '../shared/index.ts';
import { readRegistry } from './fault-values.ts';
import type { Session } from './live.ts';
import { snippetsOf } from './snippets.ts';

/** How a client reaches a sandbox: addresses, credential, and a first call in several languages. */
export function ConnectTab({ session }: { readonly session: Session }) {
  const sandbox = session.sandbox.value;
  return (
    <section aria-label="Connect">
      {sandbox && <Snippets sandbox={sandbox} />}
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
        <button type="button" aria-pressed={isShown} onClick={() => show(!isShown)}>
          {isShown ? 'Hide the secrets' : 'Show the secrets'}
        </button>
      </p>
    </div>
  );
}

const languages = ['curl', 'TypeScript', 'Python', 'Java'] as const;

function Snippets({ sandbox }: { readonly sandbox: SandboxView }) {
  const [language, choose] = useState<string>('curl');
  const [path, setPath] = useState('/API/REST/Hotel.svc/Search');
  useEffect(() => {
    // A profile can give Search another path. Without the document, the path of the contract is the best guess.
    readRegistry().then(
      ({ searchPath }) => searchPath && setPath(searchPath),
      () => {},
    );
  }, []);
  return (
    <div class="card pad">
      <h2>First call</h2>
      <p class="soft">
        This call searches one hotel, a month ahead. The snippet contains the password of this sandbox.
      </p>
      <fieldset class="row choices">
        <legend class="hidden">Language</legend>
        {languages.map(name => (
          <button key={name} type="button" aria-pressed={name === language} onClick={() => choose(name)}>
            {name}
          </button>
        ))}
      </fieldset>
      <Command text={snippetsOf(sandbox, path)[language] ?? ''} label={`Copy the call in ${language}`} />
    </div>
  );
}
