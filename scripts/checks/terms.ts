import type { Finding } from '../../schemas/finding.ts'
import { languages, type Language, type Tree } from '../generate/tree.ts'

/** Words that one language's texts avoid, with the one that they use instead, so that a thing has one name everywhere (`locales/glossary.md`). */
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

/** The apostrophe of a typewriter within a word, in any language. */
const typewritten: [RegExp, string] = [/\p{L}'\p{L}/u, '’']

/** Texts that call a thing by another name, or write an apostrophe otherwise, than the rest of their language does. */
export function checkTerms(tree: Tree): Finding[] {
  return languages.flatMap((language) =>
    Object.entries(tree.locales.texts[language]).flatMap(([key, text]) =>
      [...(avoided[language] ?? []), typewritten]
        .filter(([word]) => word.test(text.replaceAll(/\{\{[^}]*\}\}/g, '')))
        .map(([word, instead]) => ({
          id: 'text.term',
          where: `locales/${language}: ${key}`,
          message: `says "${word.exec(text)?.[0]}" where other texts say "${instead}"`,
        })),
    ),
  )
}
