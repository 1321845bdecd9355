import type { Finding } from '../../schemas/finding.ts'
import { descriptionsOnPage } from '../generate/docs/field-section.ts'
import { descriptionsFolder, languages, type Language, type Tree } from '../generate/tree.ts'
import { readReleased } from '../release/read-released.ts'
import { languageNames, STUB, twoWords } from './locale-check.ts'

/** Sentences by the entity on whose reference page they stand. */
type ByEntity = ReadonlyMap<string, readonly string[]>

const whereIs = (language: Language, sentence: string): string => `${descriptionsFolder}/${language}.json: ${sentence}`

function descriptionsByEntity({ entities, locales }: Tree): ByEntity {
  const english = { maybe: (key: string) => locales.texts.en[key] }
  return new Map(Object.entries(entities).map(([name, schema]) => [name, descriptionsOnPage(schema, english)]))
}

/** Whether a sentence that only this entity has is translated into some language. */
function isBegun(name: string, byEntity: ByEntity, { locales }: Tree): boolean {
  const others = new Set([...byEntity].flatMap(([other, sentences]) => (other === name ? [] : sentences)))
  const own = byEntity.get(name)?.filter((sentence) => !others.has(sentence)) ?? []
  return own.some((sentence) => languages.some((language) => locales.descriptions[language][sentence] !== undefined))
}

/** Sentences of the released entities, and of those whose translation was begun; a new entity may do without, its page says so. */
function neededSentences(tree: Tree, byEntity: ByEntity): string[] {
  const released = readReleased(tree.root)
  const isNeeded = (name: string): boolean => released[name] !== undefined || isBegun(name, byEntity, tree)
  return [...new Set([...byEntity].flatMap(([name, sentences]) => (isNeeded(name) ? sentences : [])))]
}

function isTranslation(text: unknown, sentence: string): boolean {
  if (typeof text !== 'string' || text.trim() === '' || text.startsWith(STUB)) return false
  return text !== sentence || !twoWords.test(text)
}

/** Finds descriptions of fields that are not translated for the reference pages, and translations of sentences that no page shows. */
export function checkDescriptions(tree: Tree): Finding[] {
  const byEntity = descriptionsByEntity(tree)
  const needed = neededSentences(tree, byEntity)
  const shown = new Set([...byEntity.values()].flat())
  return languages.slice(1).flatMap((language) => {
    const texts = tree.locales.descriptions[language]
    const finding = (id: string, message: string) => (sentence: string) => ({ id, where: whereIs(language, sentence), message })
    const name = languageNames[language]
    const missing = `no translation into ${name}, or help text instead; write it, or npm run texts:missing for a stub`
    const unused = 'no reference page shows this sentence of a schema; change the sentence, or remove its translation'
    const written = Object.keys(texts).filter((sentence) => shown.has(sentence))
    return [
      ...needed.filter((sentence) => texts[sentence] === undefined).map(finding('description.missing', missing)),
      ...written
        .filter((sentence) => !isTranslation(texts[sentence], sentence))
        .map(finding('description.untranslated', `is a stub, empty or English; write it in ${name}`)),
      ...Object.keys(texts)
        .filter((sentence) => !shown.has(sentence))
        .map(finding('description.unused', unused)),
    ]
  })
}
