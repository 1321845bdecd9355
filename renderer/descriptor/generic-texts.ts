/** Prefix of texts that hold for every entity unless it has its own: `entity.field.oid`, `entity.event.creation`, ... */
const generic = 'entity.'

/** A command speaks as the entity on whose records it works: of it, and of the fields that are called there otherwise. */
export interface CommandTextSource {
  of: string
  prefill?: Readonly<Record<string, string>>
  like?: Readonly<Record<string, string>>
}

/**
 * Adds the generic texts of one language to every entity that does not word them itself, so that locale files of an entity hold only
 * what is particular to it; a command gets the names of fields and options from its entity. Whoever loads locale files calls this once
 * per language.
 */
export function withGenericTexts(
  texts: Readonly<Record<string, string>>,
  entities: readonly string[],
  speakers: Readonly<Record<string, CommandTextSource>> = {},
): Record<string, string> {
  const shared = Object.entries(texts).filter(([key]) => key.startsWith(generic))
  const filled = entities.flatMap((entity) => shared.map(([key, text]) => [`${entity}.${key.slice(generic.length)}`, text]))
  const lent = Object.entries(speakers).flatMap(([name, speaker]) => lentTexts(texts, name, speaker))
  return { ...Object.fromEntries(filled), ...Object.fromEntries(lent), ...texts }
}

function lentTexts(texts: Readonly<Record<string, string>>, name: string, { of, prefill, like }: CommandTextSource): [string, string][] {
  const fields = Object.entries({ ...prefill, ...like }).map(([own, theirs]) => [dotted(own), dotted(theirs)] as const)
  return Object.entries(texts).flatMap(([key, text]) => {
    const [, kind, rest = ''] = new RegExp(`^${of}\\.(field|help|option)\\.(.+)$`).exec(key) ?? []
    if (kind === undefined) return []
    return fields
      .filter(([, theirs]) => rest === theirs || (kind === 'option' && rest.startsWith(`${theirs}.`)))
      .map(([own, theirs]): [string, string] => [`${name}.${kind}.${own}${rest.slice(theirs.length)}`, text])
  })
}

const dotted = (path: string): string => path.replaceAll('/', '.')
