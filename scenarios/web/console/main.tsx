import '../shared/theme.css';
import './console.css';
import { render } from 'preact';
import { controlToken, tokenProblem } from './control.ts';
import { CallLog, Notices, TokenForm } from './parts.tsx';
import { route } from './route.ts';
import { SandboxPage } from './sandbox.tsx';
import { SandboxesPage } from './sandboxes.tsx';

/** The build adds the header of the other pages. */
export function App() {
  const shown = route.value;
  return (
    <>
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

// The fragment of the address selects the page, so the skip link must not change it.
document.querySelector('.skip')?.addEventListener('click', event => {
  event.preventDefault();
  document.getElementById('content')?.focus();
});
document.title = 'Console · Understudy';
const app = document.getElementById('app');
if (app) render(<App />, app);
