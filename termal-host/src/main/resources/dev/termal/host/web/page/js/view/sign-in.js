/** Asks for the token, where the address had none. */
import { html, useState } from '../../lib/preact/standalone.mjs';

export function SignIn({ app }) {
  const [text, setText] = useState('');
  const enter = (event) => {
    event.preventDefault();
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
        <input id="token" type="password" autocomplete="off" value=${text} onInput=${(event) => setText(event.target.value)} />
        <button type="submit" class="primary">Go on</button>
      </form>
    </main>
  `;
}
