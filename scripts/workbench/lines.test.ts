import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lineOfFinding, linesOf } from './lines.ts'

const json = `{
  "name": "a: {",
  "properties": {
    "site": {
      "properties": { "na/me": { "type": "string" } }
    },
    "list": [1,
      { "id": "second", "deep": [] },
      [true]
    ]
  },
  "x-rules": [
    { "id": "one-rule", "fields": ["site"] }
  ]
}`

describe('lines of a JSON text', () => {
  it('are known of each key and item, at any depth', () => {
    expect(Object.fromEntries(linesOf(json))).toMatchObject({
      '': 1,
      '/name': 2,
      '/properties/site': 4,
      '/properties/site/properties/na~1me/type': 5,
      '/properties/list/0': 7,
      '/properties/list/1/deep': 8,
      '/properties/list/2/0': 9,
      '/x-rules/0/fields/0': 13,
    })
  })

  it('are known of every place of a real schema', () => {
    const text = readFileSync(join(resolve(import.meta.dirname, '..', '..'), 'schemas', 'entities', 'edge-box.schema.json'), 'utf8')
    const pointers: string[] = []
    const walk = (value: unknown, pointer: string): void => {
      pointers.push(pointer)
      if (typeof value !== 'object' || value === null) return
      for (const [key, inner] of Object.entries(value)) walk(inner, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    }
    walk(JSON.parse(text), '')
    expect([...linesOf(text).keys()].toSorted()).toEqual(pointers.toSorted())
  })

  it.each<[string, string, string, number]>([
    ['a pointer', 's.schema.json/x-rules/0/effect', '', 13],
    ['the path of a field', 's.schema.json/site/na~1me', '', 5],
    ['a rule by its id', 's.schema.json/x-rules "one-rule"', '', 13],
    ['a rule in the message', 's.schema.json', 'schema "s", rule "one-rule": unknown effect', 13],
    ['a path in samples', 's.samples.json: properties/list/1/id', '', 8],
    ['the file alone', 's.schema.json', 'is empty', 1],
  ])('follow from a finding that names %s', (...[, where, message, line]) => {
    expect(lineOfFinding({ where, message }, json)).toBe(line)
  })
})
