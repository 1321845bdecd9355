import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadTree, type Tree } from '../generate/tree.ts'
import { inspect, prove, type InspectedFile } from './inspect.ts'

const root = resolve(import.meta.dirname, '..', '..')
const tree = await loadTree(root)
type Loose = ReturnType<typeof JSON.parse>

/** The tree after a change of the partner's schema and samples, as if they had been read after a save. */
function changed(change: (schema: Loose, samples: Loose) => void): Tree {
  const { sources, entities, samples } = structuredClone({ sources: tree.sources, entities: tree.entities, samples: tree.samples })
  change(sources['partner'], samples['partner'])
  return { ...tree, sources, entities: { ...entities, partner: sources['partner'] as Tree['sources'][string] }, samples }
}

const findingsOf = (files: readonly InspectedFile[]): string[] =>
  files.flatMap(({ path, findings }) => findings.map(({ id, line }) => `${id} ${path.replace('schemas/entities/', '')}:${line}`))

/** The line of the saved file that holds a text. */
function lineOf(file: string, text: string): number {
  return (
    readFileSync(join(root, 'schemas', 'entities', file), 'utf8')
      .split('\n')
      .findIndex((line) => line.includes(text)) + 1
  )
}

describe('the workbench', () => {
  it('shows what an entity gives, with its samples and columns', () => {
    const { files, schema, screen, samples, columns } = inspect(tree, 'partner', 'de')
    expect(findingsOf(files)).toEqual([])
    expect([schema.$id, screen?.group, samples.length > 0]).toEqual(['partner', 'administration', true])
    expect(columns.find(({ id }) => id === 'name')).toEqual({ id: 'name', header: 'Name', type: 'string', required: true })
  })

  it('says of each mistake on which line it stands', () => {
    const broken = changed((schema) => {
      schema.properties.state.enumm = []
      schema['x-rules'].find(({ id }: { id: string }) => id === 'parent-not-frozen').effect = 'hide'
    })
    expect(findingsOf(inspect(broken, 'partner', 'en').files)).toEqual(
      expect.arrayContaining([
        `schema.keyword.unknown partner.schema.json:${lineOf('partner.schema.json', '"state": {')}`,
        `schema.keyword.value partner.schema.json:${lineOf('partner.schema.json', '"id": "parent-not-frozen"')}`,
      ]),
    )
  })

  it('checks the samples as they were saved, and says why each rule holds or not', () => {
    const { files, traces } = prove(tree, 'partner', 'en')
    expect(findingsOf(files)).toEqual([])
    const trace = traces[0]?.find(({ rule }) => rule === 'licensing-mode-of-sellers')
    expect(trace).toMatchObject({ holds: true, facts: [{ path: '/type', actual: 'msp', needed: ['msp', 'reseller'], holds: true }] })
    const wrong = changed((_, samples) => (samples.invalid[0].record.name = 'No mistake any more'))
    expect(findingsOf(prove(wrong, 'partner', 'en').files)).toEqual([
      `sample.invalid partner.samples.json:${lineOf('partner.samples.json', '"about": "no name"')}`,
    ])
  })
})
