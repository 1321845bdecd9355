import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { languages, loadTree, type Tree } from '../generate/tree.ts'
import { checkLocales } from './locale-check.ts'

const tree = await loadTree(resolve(import.meta.dirname, '..', '..'))

/** The tree with further texts in the files `docs.json` of all languages, and without one German text. */
function changed(added: readonly string[], removed: string): Tree {
  const { texts, files } = structuredClone(tree.locales)
  for (const language of languages) {
    for (const key of added) texts[language][key] = `${language} ${key}`
    files[language]['docs'] = [...(files[language]['docs'] ?? []), ...added]
  }
  delete texts.de[removed]
  for (const [file, keys] of Object.entries(files.de)) files.de[file] = keys.filter((key) => key !== removed)
  return { ...tree, locales: { ...tree.locales, texts, files } }
}

it('the check of texts names orphans of the reference pages, and what to write for a missing text', () => {
  // The meaning of a field that is gone, and one that gives way to the field's help text; a type that no field has at present is no orphan.
  const findings = checkLocales(changed(['docs.meaning.partner.fax', 'docs.meaning.partner.state', 'docs.type.colour'], 'partner.one'))
  expect(findings.map(({ id, where, message }) => `${id} | ${where} | ${message}`)).toEqual([
    'text.missing | locales/de/partner.json: partner.one | no text in German; write it, or npm run texts:missing for a stub',
    'text.unused | locales/en/docs.json: docs.meaning.partner.fax | no reference page reads this text; remove it in every language',
    'text.unused | locales/en/docs.json: docs.meaning.partner.state | no reference page reads this text; remove it in every language',
  ])
})
