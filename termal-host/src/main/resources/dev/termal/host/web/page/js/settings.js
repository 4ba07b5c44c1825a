/** The settings that there are, from the schema of the config file, with how they stand. Pure. */

/** The kinds of setting that a field can change; the rest is shown as it stands. */
function typeOf(schema) {
  if (schema.enum) return 'choice';
  const types = [schema.type].flat();
  if (types.includes('array') && schema.items?.type === 'string') return 'list';
  return types.includes('string') ? 'text' : null;
}

/** Where a setting's value comes from, in words. */
export function origin(source) {
  if (!source || source === 'default') return 'default';
  return source === 'file' ? 'your config file' : source;
}

/** The settings of a place (`''` for all agents, or `agents.NAME.`) that can be changed, each with how it stands. */
export function changeable(schema, prefix, lines) {
  const known = new Map(lines.map((line) => [line.path, line]));
  return Object.entries(schema.properties ?? {})
    .filter(([key, each]) => typeOf(each) && each.description && key !== '$schema' && key !== 'command')
    .map(([key, each]) => {
      const line = known.get(prefix + key);
      const general = prefix ? known.get(key) : undefined;
      return {
        key,
        path: prefix + key,
        type: typeOf(each),
        // the forms in text stand for the others
        choices: [...new Set((each.enum ?? []).map(String))],
        about: each.description,
        words: each.pattern, // that may stand for a whole list
        preset: each.default,
        value: line?.value ?? '',
        source: line?.source ?? 'default',
        inherits: !line && general ? general.value + ' (as for all agents)' : each.default ?? null,
        fixed: Boolean(line && line.source !== 'file' && line.source !== 'default'),
        written: line?.source === 'file',
      };
    });
}

/** What stands in the file beside: what no field can change. */
export function others(lines, shown) {
  const paths = new Set(shown.map((each) => each.path));
  return lines.filter((line) => !paths.has(line.path) && line.source !== 'default' && !/^rules\[/.test(line.path));
}

/** A field's text as the value to write. */
export const valueOf = (setting, text) =>
  setting.type === 'list' && !(setting.words && new RegExp(setting.words).test(text.trim())) ? text.split(',').map((item) => item.trim()).filter(Boolean) : text;
