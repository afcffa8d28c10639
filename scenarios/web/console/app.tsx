import { controlToken, tokenProblem } from './control/index.ts';
import { CallLog, Notices, TokenForm } from './parts/index.ts';
import { route } from './route.ts';
import { SandboxPage } from './sandbox/index.ts';
import { SandboxesPage } from './sandboxes/index.ts';

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

function SiteHeader() {
  return (
    <header class="site">
      <a class="brand" href="./">
        Understudy
      </a>
      <nav aria-label="Site">
        <a href="./scenarios">Scenarios</a>
        <a href="./docs">Docs</a>
        <a href="./console" aria-current="page">
          Console
        </a>
      </nav>
    </header>
  );
}
