import type { Finding } from '../../schemas/finding.ts'
import type { Language, Tree } from '../generate/tree.ts'

/** Words that one language's texts avoid, with the one that they use instead, so that a thing has one name everywhere. */
const avoided: Partial<Record<Language, [RegExp, string][]>> = {
  fr: [[/\b(tenant|locataire)s?\b/i, 'entité']],
  de: [[/\b(tenants?|mieter)\b/i, 'Mandant']],
  es: [[/\b(tenant|inquilino)s?\b/i, 'organización']],
}

/** Texts that call a thing by another name than the rest of their language does. */
export function checkTerms(tree: Tree): Finding[] {
  return Object.entries(avoided).flatMap(([language, words]) =>
    Object.entries(tree.locales.texts[language as Language]).flatMap(([key, text]) =>
      words
        .filter(([word]) => word.test(text.replaceAll(/\{\{[^}]*\}\}/g, '')))
        .map(([word, instead]) => ({
          id: 'text.term',
          where: `locales/${language}: ${key}`,
          message: `says "${word.exec(text)?.[0]}" where other texts say "${instead}"`,
        })),
    ),
  )
}
