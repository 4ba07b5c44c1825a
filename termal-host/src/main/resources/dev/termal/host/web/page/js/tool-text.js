/** A tool call as text. Pure. */

const json = (value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

export const isText = (part) => part.type === 'text';

/** What went in and what came out, as text. */
export function inAndOut({ command, input, output, content }) {
  const said = content.filter(isText).map((part) => part.text).join('\n');
  const given = command ?? (input === undefined || input === null ? '' : json(input));
  return { given, got: said || (output === undefined || output === null ? '' : json(output)) };
}
