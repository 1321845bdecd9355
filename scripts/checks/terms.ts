import type { Finding } from '../../schemas/finding.ts'
import { languages, type Language, type Tree } from '../generate/tree.ts'

/** Words to avoid in the texts of a language, each with the word to use instead, so that each thing has one name (`locales/glossary.md`). */
const avoided: Partial<Record<Language, [RegExp, string][]>> = {
  en: [
    [/\btold apart\b/i, 'distinguished'],
    [/\bgo(es)? away\b/i, 'is removed'],
    [/\bproven?\b/i, 'verified'],
  ],
  fr: [
    [/\b(tenant|locataire)s?\b/i, 'entité'],
    [/\bedge box(es)?\b/i, 'boîtier edge'],
    [/\bréseau overlay\b/i, 'overlay'],
    [/périphérique/i, 'edge'],
  ],
  de: [
    [/\b(tenants?|mieter)\b/i, 'Mandant'],
    [/\bBesitzer/, 'Eigentümer'],
    [/\bWiederverkäufer/, 'Reseller'],
    [/Anwendungss[aä]tz/, 'Anwendungsgruppe'],
    [/\bSchicht \d/, 'Layer'],
  ],
  es: [
    [/\b(tenant|inquilino|entidad|entidades)s?\b/i, 'organización'],
    [/\b(diarios?|registro de actividad)\b/i, 'historial'],
    [/\bpartners?\b/i, 'socio'],
    [/\bderechos?\b/i, 'permiso'],
    [/\bedge box(es)?\b/i, 'equipo edge'],
    [/\bred overlay\b/i, 'overlay'],
    [/\bsedes?\b/i, 'sitio'],
  ],
}

/** A straight apostrophe within a word, in any language. */
const straightApostrophe: [RegExp, string] = [/\p{L}'\p{L}/u, '’']

/** Finds texts that use a word to avoid or a straight apostrophe. */
export function checkTerms(tree: Tree): Finding[] {
  return languages.flatMap((language) =>
    Object.entries({ ...tree.locales.texts[language], ...tree.locales.descriptions[language] }).flatMap(([key, text]) =>
      [...(avoided[language] ?? []), straightApostrophe]
        .filter(([word]) => word.test(text.replaceAll(/\{\{[^}]*\}\}/g, '')))
        .map(([word, instead]) => ({
          id: 'text.term',
          where: `locales/${language}: ${key}`,
          message: `uses "${word.exec(text)?.[0]}" instead of "${instead}"`,
        })),
    ),
  )
}
