/** Many changes, one drawing: what has changed is drawn once per frame, and now and then where nobody looks. */
const HIDDEN_MS = 500;

export function framed(draw) {
  let planned = false;
  const run = () => {
    planned = false;
    draw();
  };
  return () => {
    if (planned) {
      return;
    }
    planned = true;
    if (document.hidden) {
      setTimeout(run, HIDDEN_MS);
    } else {
      requestAnimationFrame(run);
    }
  };
}
