/** What a person answers to the fields of a question. Pure. */

/** What the fields hold before anybody has typed: a list of texts each. */
export const initial = (fields) => Object.fromEntries(fields.map((field) => [field.id, field.defaults ?? []]));

/** The values to answer with; what is empty and not wanted is left out. */
export function valuesOf(fields, draft) {
  const values = {};
  for (const field of fields) {
    const given = field.kind === 'boolean' ? [draft[field.id]?.[0] === 'true' ? 'true' : 'false'] : draft[field.id].filter((value) => value !== '');
    if (given.length) {
      values[field.id] = given;
    }
  }
  return values;
}
