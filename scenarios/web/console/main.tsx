import '../shared/theme.css';
import './console.css';
import { render } from 'preact';
import { controlToken, tokenProblem } from './control.ts';
import { CallLog, Notices, TokenForm } from './parts.tsx';
import { route } from './route.ts';
import { SandboxPage } from './sandbox.tsx';
import { SandboxesPage } from './sandboxes.tsx';

/** The whole console: navigation, the page of the current address, and the log of control API calls. */
export function App() {
  const shown = route.value;
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('content')?.focus()}>
        Skip to the content
      </button>
      <SiteHeader />
      <main id="content" tabindex={-1}>
        {tokenProblem.value && <TokenForm problem={tokenProblem.value} />}
        {shown.sandbox === undefined ? (
          <SandboxesPage key={controlToken.value} />
        ) : (
          <SandboxPage key={shown.sandbox} id={shown.sandbox} tab={shown.tab} />
        )}
      </main>
      <Notices />
      <CallLog />
    </>
  );
}

/** The header of the other pages of the server. The addresses are relative, so that a proxy can add a prefix to the path. */
function SiteHeader() {
  return (
    <header class="site">
      <nav aria-label="Pages of this server">
        <a class="brand" href="./">
          Understudy
        </a>
        <ul>
          {pages.map(([title, path]) => (
            <li key={path}>
              <a href={path} aria-current={path === './console' ? 'page' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}

const pages = [
  ['Start', './'],
  ['Scenarios', './scenarios'],
  ['Docs', './docs'],
  ['Console', './console'],
] as const;

document.title = 'Console · Understudy';
const app = document.getElementById('app');
if (app) render(<App />, app);
