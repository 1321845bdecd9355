import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadTree } from '../generate/tree.ts'
import { checkDialects } from './dialect-check.ts'

const tree = await loadTree(resolve(import.meta.dirname, '..', '..'))
type Loose = ReturnType<typeof JSON.parse>

/** Findings after a change of the partner's schema and samples. */
function found(change: (schema: Loose, samples: Loose) => void): string[] {
  const { sources, samples } = structuredClone({ sources: tree.sources, samples: tree.samples })
  change(sources['partner'], samples['partner'])
  return checkDialects({ ...tree, sources, samples }).map(({ id, where, message }) => `${id} | ${where} | ${message}`)
}

describe('the check of $schema', () => {
  it('has nothing to say of the tree', () => expect(checkDialects(tree)).toEqual([]))

  it('says what to write where a file names no JSON Schema, or another one', () => {
    expect(
      found((schema, samples) => {
        schema.$schema = 'https://json-schema.org/draft/2020-12/schema'
        delete samples.$schema
      }),
    ).toEqual([
      'schema.dialect | schemas/entities/partner.schema.json/$schema | is "https://json-schema.org/draft/2020-12/schema"; write "$schema": "../generated/vocabulary.schema.json", by which editors complete and check the file',
      'schema.dialect | schemas/entities/partner.samples.json/$schema | is missing; write "$schema": "../generated/samples.schema.json", by which editors complete and check the file',
    ])
  })

  it.each<[string, (schema: Loose, samples: Loose) => void, string[]]>([
    [
      'a limit of another type',
      (s) => (s.properties.name.maxLength = '100'),
      ['schema.shape | schemas/entities/partner.schema.json/properties/name/maxLength | is "100"; write a whole number'],
    ],
    [
      'a wrong key of samples',
      (_, s) => (s.rules['parent-not-frozen'].accepts.expects = {}),
      [
        'schema.shape | schemas/entities/partner.samples.json/rules/parent-not-frozen/accepts/expects | unknown key "expects", did you mean "expect"?',
      ],
    ],
    [
      'a missing key of samples',
      (_, s) => delete s.invalid[0].key,
      ['schema.shape | schemas/entities/partner.samples.json/invalid/0 | lacks "key"; write it'],
    ],
    ['nothing that the check of schemas says better', (s) => (s['x-rules'][0].when = { type: { isNot: 'vad' } }), []],
    ['nothing that it says of a keyword', (s) => (s.properties.name['x-frozen'] = 'always'), []],
  ])('says of %s where and what to write', (_, change, findings) => expect(found(change)).toEqual(findings))
})
