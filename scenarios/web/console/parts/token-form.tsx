import { controlToken, tokenProblem } from '../control/index.ts';

/** Asks for the control token. The page keeps the token in memory only, so a reload asks again. */
export function TokenForm({ problem }: { readonly problem: 'missing' | 'wrong' | 'metrics' }) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem('token') as HTMLInputElement; // the form below has this field
    const token = field.value.trim();
    if (!isToken(token)) return field.focus();
    controlToken.value = token;
    tokenProblem.value = undefined;
  };
  return (
    <form class="card token" onSubmit={submit}>
      <h2>This server needs its control token</h2>
      {problem === 'wrong' && (
        <p class="bad" role="alert">
          The server refused this token. Check the token, and enter it again.
        </p>
      )}
      {problem === 'metrics' && (
        <p class="bad" role="alert">
          This token may not use sandboxes. Enter the token of a team or of the administrator.
        </p>
      )}
      <p>
        Enter the token of your team, or the token that the server printed at its start in the line “Control
        token”. With the token of a team, you see only the sandboxes of this team. This page keeps the token
        in memory only, so you enter it again after a reload.
      </p>
      <div class="row">
        <label>
          <span>Control token</span>
          <input name="token" type="password" autocomplete="off" spellcheck={false} required />
        </label>
        <button type="submit" class="main">
          Continue
        </button>
      </div>
    </form>
  );
}

/** A header can only have these characters. */
const isToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);
