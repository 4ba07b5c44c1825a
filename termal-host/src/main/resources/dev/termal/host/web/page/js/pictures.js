/** Pictures that a person adds to a prompt. */

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

export const accepted = TYPES.join(',');

/** The pictures among some files, as content blocks with a name; those that cannot be sent are told why. */
export async function read(files, mostBytes) {
  const pictures = [];
  const problems = [];
  for (const file of files) {
    if (!TYPES.includes(file.type)) {
      problems.push((file.name || 'The file') + ' is no picture that can be sent (png, jpeg, gif, webp).');
    } else if (file.size * 1.4 > mostBytes) {
      problems.push(file.name + ' is too large: ' + Math.round(file.size / 1024) + ' KB.');
    } else {
      const url = await dataUrl(file);
      pictures.push({ name: file.name, size: file.size, url, block: { type: 'image', mimeType: file.type, data: url.slice(url.indexOf(',') + 1) } });
    }
  }
  return { pictures, problems };
}

function dataUrl(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
