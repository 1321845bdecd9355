/** Prefix of texts that hold for every entity unless it has its own: `entity.field.oid`, `entity.event.creation`, ... */
const generic = 'entity.'

/**
 * Adds the generic texts of one language to every entity that does not word them itself, so that locale files
 * of an entity hold only what is particular to it. Whoever loads locale files calls this once per language.
 */
export function withGenericTexts(texts: Readonly<Record<string, string>>, entities: readonly string[]): Record<string, string> {
  const shared = Object.entries(texts).filter(([key]) => key.startsWith(generic))
  const filled = entities.flatMap((entity) => shared.map(([key, text]) => [`${entity}.${key.slice(generic.length)}`, text]))
  return { ...Object.fromEntries(filled), ...texts }
}
