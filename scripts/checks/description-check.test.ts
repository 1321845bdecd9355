import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { languages, loadTree, type Language, type Tree } from '../generate/tree.ts'
import { checkDescriptions } from './description-check.ts'

const tree = await loadTree(resolve(import.meta.dirname, '..', '..'))

const findingsOf = (changed: Tree): string[] => checkDescriptions(changed).map(({ id, where }) => `${id} | ${where}`)

/** The tree with changed translations of one language. */
function withTexts(own: Tree, language: Language, change: (texts: Record<string, string>) => void): Tree {
  const { descriptions } = structuredClone(own.locales)
  change(descriptions[language])
  return { ...own, locales: { ...own.locales, descriptions } }
}

/** The tree with an entity that is not released and has two sentences of its own, and one that sites have, too. */
function withBerths(): Tree {
  const described = (description: string): object => ({ type: 'string', description })
  const berth = {
    ...tree.entities['site'],
    $id: 'berth',
    properties: { code: described('Code of the berth.'), pier: described('Pier of the berth.'), site: described('Name of the region.') },
  } as EntitySchema
  return { ...tree, entities: { ...tree.entities, berth } }
}

it('the shipped schemas are translated, and no translation is left over', () => {
  expect(findingsOf(tree)).toEqual([])
})

it('a sentence that is missing, left in English, or shown nowhere is found in its language', () => {
  const changed = withTexts(tree, 'de', (texts) => {
    delete texts['Name of the region.']
    texts['Tunnels to other boxes.'] = 'Tunnels to other boxes.'
    texts['Alert rules.'] = '[en] Alert rules.'
    texts['Number of the fax.'] = 'Faxnummer.'
  })
  expect(findingsOf(changed)).toEqual([
    'description.missing | locales/descriptions/de.json: Name of the region.',
    'description.untranslated | locales/descriptions/de.json: Alert rules.',
    'description.untranslated | locales/descriptions/de.json: Tunnels to other boxes.',
    'description.unused | locales/descriptions/de.json: Number of the fax.',
  ])
})

it('released entities need translations, even if there is none at all', () => {
  const none = { en: {}, fr: {}, de: {}, es: {} }
  const found = findingsOf({ ...tree, locales: { ...tree.locales, descriptions: none } })
  expect(found).toContain('description.missing | locales/descriptions/de.json: Name of the region.')
})

it('a new entity needs no translation, until one of its own sentences has one', () => {
  const berths = withBerths()
  expect(findingsOf(berths)).toEqual([])
  const begun = withTexts(berths, 'fr', (texts) => (texts['Code of the berth.'] = 'Code du poste d’amarrage.'))
  const missing = languages.slice(1).flatMap((language) => {
    const sentences = language === 'fr' ? ['Pier of the berth.'] : ['Code of the berth.', 'Pier of the berth.']
    return sentences.map((sentence) => `description.missing | locales/descriptions/${language}.json: ${sentence}`)
  })
  expect(findingsOf(begun)).toEqual(missing)
})
