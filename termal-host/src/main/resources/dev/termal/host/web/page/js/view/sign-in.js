/** Asks for the token, where the address had none. */
import { html } from '../../lib/preact/standalone.mjs';

export function SignIn({ app }) {
  const enter = (event) => {
    event.preventDefault();
    const text = event.currentTarget.elements.token.value;
    if (text.trim()) {
      app.signIn(text);
    }
  };
  return html`
    <main class="sign-in">
      <h1>TermAl</h1>
      ${app.refused && html`<p class="problem" role="alert">The server does not know this token.</p>`}
      <p>This page needs the token that <code>termal serve</code> prints with its address. Open that address, or paste it here.</p>
      <form onSubmit=${enter}>
        <label for="token">Token or address</label>
        <input id="token" name="token" type="password" autocomplete="off" />
        <button type="submit" class="primary">Go on</button>
      </form>
    </main>
  `;
}
