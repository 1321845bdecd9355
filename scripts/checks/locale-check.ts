import { textKeys } from '../../renderer/descriptor/text-keys.ts'
import type { Finding } from '../../schemas/finding.ts'
import { isResource } from '../../schemas/rights/rights.ts'
import { keysOfReference } from '../generate/docs/reference.ts'
import { languages, type Language, type Tree } from '../generate/tree.ts'
import { readKeyUse, type KeyUse } from './key-use.ts'
import { specKeys } from './spec-keys.ts'

/** Beginning of a text that `npm run texts:missing` wrote in place of a missing one; what follows is the English text. */
export const STUB = '[en] '

/** Languages as findings name them. */
export const languageNames: Record<Language, string> = { en: 'English', fr: 'French', de: 'German', es: 'Spanish' }

const plural = /_(zero|one|two|few|many|other)$/

function has(texts: Record<string, string>, key: string): boolean {
  return texts[key] !== undefined || texts[`${key}_other`] !== undefined
}

/** Keys in the locale files, without those that generic texts add. */
function writtenKeys(tree: Tree, language: Language): string[] {
  return Object.values(tree.locales.files[language]).flat()
}

function neededKeys(tree: Tree, use: KeyUse): string[] {
  const derived = Object.values(tree.entities).flatMap((schema) => textKeys(schema, tree.screens[schema.$id]).required)
  return [...new Set([...derived, ...specKeys, ...use.translated])].sort()
}

/** The file that contains a key, in this language or in English; otherwise the file named like the first part of the key. */
function fileOf(tree: Tree, language: Language, key: string): string {
  const inLanguage = (code: Language): string | undefined =>
    Object.entries(tree.locales.files[code]).find(([, keys]) => keys.includes(key) || keys.includes(`${key}_other`))?.[0]
  return `locales/${language}/${inLanguage(language) ?? inLanguage('en') ?? key.split('.')[0]}.json`
}

const missingText = (language: Language): string =>
  language === 'en'
    ? 'no text in English, which other languages fall back to; write it, or npm run texts:missing for a stub'
    : `no text in ${languageNames[language]}; write it, or npm run texts:missing for a stub`

function missing(tree: Tree, needed: readonly string[]): Finding[] {
  const english = writtenKeys(tree, 'en').map((key) => key.replace(plural, ''))
  const all = [...new Set([...needed, ...english])]
  return languages.flatMap((language) =>
    all
      .filter((key) => !has(tree.locales.texts[language], key))
      .map((key) => ({ id: 'text.missing', where: `${fileOf(tree, language, key)}: ${key}`, message: missingText(language) })),
  )
}

function missingInEnglish(tree: Tree): Finding[] {
  return languages.slice(1).flatMap((language) =>
    writtenKeys(tree, language)
      .filter((key) => !has(tree.locales.texts.en, key.replace(plural, '')))
      .map((key) => ({
        id: 'text.not-english',
        where: `${fileOf(tree, language, key)}: ${key}`,
        message: 'the English source has no such text',
      })),
  )
}

function unused(tree: Tree, needed: readonly string[], use: KeyUse): Finding[] {
  const optional = Object.values(tree.entities).flatMap((schema) => textKeys(schema, tree.screens[schema.$id]).optional)
  const known = new Set([...needed, ...optional, ...use.mentioned])
  const isComposed = (key: string): boolean => {
    const ofEntity = tree.entities[key.split('.')[0] ?? ''] !== undefined
    // `${entity}.section.${name}` only reads names from schema and screen, which `needed` already lists.
    return use.patterns.some((pattern) => pattern.test(key) && !(ofEntity && pattern.source.startsWith('^.+')))
  }
  return writtenKeys(tree, 'en')
    .filter((key) => !key.startsWith('entity.') && ![key, key.replace(plural, '')].some((name) => known.has(name) || isComposed(name)))
    .map((key) => ({ id: 'text.unused', where: `${fileOf(tree, 'en', key)}: ${key}`, message: 'nothing reads this text' }))
}

/**
 * Meanings of fields that no reference page reads: the field is gone, or has a help text in its place. Other texts of the pages may wait for a
 * schema that needs them.
 */
function unreadMeanings(tree: Tree): Finding[] {
  const read = keysOfReference(tree)
  return writtenKeys(tree, 'en')
    .filter((key) => key.startsWith('docs.meaning.') && !read.has(key))
    .map((key) => ({
      id: 'text.unused',
      where: `${fileOf(tree, 'en', key)}: ${key}`,
      message: 'no reference page reads this text; remove it in every language',
    }))
}

function placeholders(text: string): string {
  return [...new Set([...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((match) => match[1]))].sort().join(', ')
}

function differingPlaceholders(tree: Tree): Finding[] {
  return languages.slice(1).flatMap((language) =>
    Object.entries(tree.locales.texts[language]).flatMap(([key, text]) => {
      const source = tree.locales.texts.en[key]
      if (source === undefined || placeholders(source) === placeholders(text)) return []
      const message = `placeholders are "${placeholders(text)}", in English "${placeholders(source)}"`
      return [{ id: 'text.placeholders', where: `${fileOf(tree, language, key)}: ${key}`, message }]
    }),
  )
}

/** Two consecutive words: a single word is often the same in another language. */
export const twoWords = /\p{L}{2,} \p{L}{2,}/u

function untranslated(tree: Tree): Finding[] {
  return languages.slice(1).flatMap((language) =>
    writtenKeys(tree, language)
      .filter((key) => {
        const text = tree.locales.texts[language][key] ?? ''
        return text === tree.locales.texts.en[key] && twoWords.test(text.replace(/\{\{[^}]*\}\}/g, ''))
      })
      .map((key) => ({ id: 'text.untranslated', where: `${fileOf(tree, language, key)}: ${key}`, message: 'same text as in English' })),
  )
}

function badTexts(tree: Tree): Finding[] {
  return languages.flatMap((language) => {
    const seen = new Map<string, string>()
    return Object.entries(tree.locales.files[language]).flatMap(([file, keys]) =>
      keys.flatMap((key): Finding[] => {
        const where = `locales/${language}/${file}.json: ${key}`
        const earlier = seen.get(key)
        seen.set(key, file)
        const text: unknown = tree.locales.texts[language][key]
        return [
          ...(earlier ? [{ id: 'text.twice', where, message: `also defined in ${earlier}.json` }] : []),
          ...(typeof text === 'string' && text.startsWith(STUB)
            ? [{ id: 'text.stub', where, message: `is a stub; write the text in ${languageNames[language]}` }]
            : []),
          ...(typeof text !== 'string' || text.trim() === '' ? [{ id: 'text.empty', where, message: 'the text is empty' }] : []),
        ]
      }),
    )
  })
}

/** Whether pages can be made: they need every text in English and the rights on each resource, which other checks ask for. */
const isWhole = ({ locales, entities }: Tree, needed: readonly string[]): boolean =>
  needed.every((key) => has(locales.texts.en, key)) && Object.values(entities).every(({ 'x-entity': { resource } }) => isResource(resource))

/** Finds texts that are missing, unused, duplicate, empty or untranslated, or whose placeholders differ from the English ones. */
export function checkLocales(tree: Tree): Finding[] {
  const use = readKeyUse(tree.root)
  const needed = neededKeys(tree, use)
  return [
    ...missing(tree, needed),
    ...missingInEnglish(tree),
    ...unused(tree, needed, use),
    ...(isWhole(tree, needed) ? unreadMeanings(tree) : []),
    ...differingPlaceholders(tree),
    ...untranslated(tree),
    ...badTexts(tree),
  ]
}
