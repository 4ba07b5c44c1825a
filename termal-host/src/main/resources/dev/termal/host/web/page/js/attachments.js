/** Pictures and text files that a person adds to a prompt. */

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const TEXT_BYTES = 512 * 1024;

/** For a dialog that chooses files; text files have too many types to be named. */
export const accepted = [...TYPES, 'text/*', '.md', '.json', '.yaml', '.yml', '.toml', '.xml', '.csv', '.log', '.java', '.js', '.ts', '.py', '.sh'].join(',');

/** Files as content blocks with a name; those that cannot be sent are told why. */
export async function read(files, mostBytes) {
  const pictures = [];
  const problems = [];
  for (const file of files) {
    const name = file.name || 'The file';
    if (file.size * 1.4 > mostBytes) {
      problems.push(name + ' is too large: ' + Math.round(file.size / 1024) + ' KB.');
    } else if (TYPES.includes(file.type)) {
      const url = await dataUrl(file);
      pictures.push({ name: file.name, size: file.size, url, block: { type: 'image', mimeType: file.type, data: url.slice(url.indexOf(',') + 1) } });
    } else {
      const text = file.size <= TEXT_BYTES ? await textOf(file) : null;
      if (text === null) {
        problems.push(name + ' is neither a picture (png, jpeg, gif, webp) nor a text of at most ' + TEXT_BYTES / 1024 + ' KB.');
      } else {
        const uri = 'attachment:///' + encodeURIComponent(file.name);
        pictures.push({ name: file.name, size: file.size, block: { type: 'resource', uri, mimeType: file.type || 'text/plain', text } });
      }
    }
  }
  return { pictures, problems };
}

/** What files are dropped, wherever on the page: elsewhere the browser would open them in its place. Gives what ends it. */
export function dropped(take, dragging) {
  const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
  const over = (event) => {
    if (hasFiles(event)) {
      event.preventDefault();
      dragging(true);
    }
  };
  const leave = (event) => event.relatedTarget || dragging(false);
  const drop = (event) => {
    if (hasFiles(event)) {
      event.preventDefault();
      dragging(false);
      take([...event.dataTransfer.files]);
    }
  };
  const listeners = { dragover: over, dragleave: leave, drop };
  Object.entries(listeners).forEach(([type, listener]) => document.addEventListener(type, listener));
  return () => Object.entries(listeners).forEach(([type, listener]) => document.removeEventListener(type, listener));
}

/** The text of a file; null where it holds something else. */
async function textOf(file) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

function dataUrl(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
