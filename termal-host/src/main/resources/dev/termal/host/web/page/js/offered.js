/** What can be chosen in a session: what it tells itself, else what its agent's profile knows. Pure. */

const CATEGORIES = { mode: 'mode', model: 'model', thought_level: 'effort' };

/** What there is to choose. */
export function offered(facts, session, profile) {
  const choosers = (facts.options ?? []).map(live);
  const has = (category) => choosers.some((chooser) => chooser.id === category);
  if (facts.modes?.length && !has('mode')) {
    const choices = facts.modes.map((mode) => [mode.id, mode.name]);
    choosers.unshift({ id: 'mode', name: 'Mode', value: facts.mode, choices, change: (mode) => ({ mode }) });
  }
  for (const id of ['model', 'mode', 'effort']) {
    const setting = profile?.settings.find((each) => each.key === id);
    if (!has(id) && setting?.choices.length) {
      const choices = setting.choices.map((choice) => [choice, choice]);
      const name = id[0].toUpperCase() + id.slice(1);
      choosers.push({ id, name, value: session[id], choices, hint: setting.text, change: (value) => ({ [id]: value }) });
    }
  }
  return choosers;
}

function live(option) {
  const id = CATEGORIES[option.category] ?? 'option-' + option.id;
  const choices =
    option.kind === 'boolean'
      ? [
          ['true', 'on'],
          ['false', 'off'],
        ]
      : option.choices.map((choice) => [choice.value, choice.name]);
  const change = (value) => ({ options: { [option.id]: value } });
  return { id, name: option.name, value: option.value, choices, hint: option.description, change };
}
