/** Where the page begins. */
import { html, render } from '../lib/preact/standalone.mjs';
import { App } from './app.js';
import { listenToKeys } from './keys.js';
import { Page } from './view/page.js';

let app = null;

function draw() {
  if (app) {
    render(html`<${Page} app=${app} />`, document.getElementById('page'));
  }
}

app = new App(draw);
listenToKeys(app);
draw();
