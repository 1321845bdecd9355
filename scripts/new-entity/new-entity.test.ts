import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { askFor } from './questions.ts'
import { readArguments, requestOf, type Answers } from './request.ts'
import { withScreen } from './shared-files.ts'
import { localeFile, samplesFile, schemaFile, screenFile } from './templates.ts'
import { leftToDo } from './write-entity.ts'

const root = resolve(import.meta.dirname, '..', '..')
const request = (answers: Answers): ReturnType<typeof requestOf> => requestOf(root, answers)
const schemaOf = (answers: Answers): EntitySchema => JSON.parse(schemaFile(request(answers))) as EntitySchema

describe('npm run new-entity', () => {
  it('names several in camelCase, as neighbours do', () => {
    const { 'x-entity': meta } = schemaOf({ name: 'patch-policy' })
    expect(meta).toMatchObject({
      plural: 'patchPolicies',
      route: '/api/v1/patchPolicies',
      resource: 'patch_policies',
      theme: 'PatchPolicies',
    })
    expect(screenFile(request({ name: 'patch-policy' }))).toContain('/** What the patch policies are')
  })

  it('adds a screen without moving the imports of others', () => {
    const index = readFileSync(join(root, 'screens', 'index.ts'), 'utf8')
    const lines = withScreen(index, request({ name: 'patch-panel' })).split('\n')
    const added = lines.flatMap((line, at) => (line.includes('patchPanelScreen') ? [at] : []))
    expect(added).toHaveLength(2)
    expect(lines.filter((_, at) => !added.includes(at)).join('\n')).toBe(index)
    const [before, after] = [lines[(added[0] ?? 0) - 1], lines[(added[0] ?? 0) + 1]]
    expect([before, after]).toEqual([expect.stringContaining('/partner.screen.ts'), expect.stringContaining('/request.screen.ts')])
  })

  it('makes records belong to those of an entity, with its label in lists and files', () => {
    const answers = { name: 'patch-panel', owner: 'site', field: ['code=text', 'ports=integer'], required: 'ports' }
    const schema = schemaOf(answers)
    expect(schema.properties['site']).toMatchObject({
      minLength: 1,
      'x-ref': { entity: 'site', label: 'siteName' },
      'x-frozen': 'createOnly',
    })
    expect(schema.properties['siteName']).toMatchObject({ 'x-derived': { ref: 'site', field: 'name' } })
    expect(schema.required).toEqual(['site', 'code', 'ports'])
    expect([schema['x-unique']?.[0]?.fields, schema['x-key']]).toEqual([
      ['site', 'code'],
      ['siteName', 'code'],
    ])
    expect(screenFile(request(answers))).toContain("columns: ['code', 'siteName', 'ports', 'updatedAt']")
    expect(JSON.parse(samplesFile(request(answers)))).toMatchObject({ references: { site: { site: { name: 'Some site' } } } })
    expect(localeFile(request(answers))).toContain('Another patch panel of the same site already has this code.')
  })

  it('says which fields, keys and owners it takes', () => {
    const refusal = (answers: Answers): string => {
      try {
        return JSON.stringify(request({ name: 'rack', ...answers }))
      } catch (error) {
        return (error as Error).message
      }
    }
    expect(refusal({ field: ['code'] })).toBe('"code" is no field; write <name>=<kind>, the name in camelCase: status=choice:free,closed')
    expect(refusal({ field: ['code=word'] })).toMatch(/^"word" is no kind of field; there are text, multiline, /)
    expect(refusal({ field: ['state=choice:on'] })).toBe('"state=choice:on" lacks options; write state=choice:free,closed')
    expect(refusal({ field: ['at=reference'] })).toBe('"at=reference" lacks the entity; write at=reference:site')
    expect(refusal({ field: ['at=reference:moon', 'code=text'] })).toMatch(/^records cannot belong to "moon"; there are .*site/)
    expect(refusal({ field: ['height=number'] })).toMatch(/^the last field of the key names the record/)
    expect(refusal({ key: 'code' })).toBe('--key: there is no field "code"; add --field code=text')
    expect(refusal({ owner: 'settings' })).toMatch(/^records cannot belong to "settings"/)
    expect(refusal({ plural: 'server-racks' })).toBe('"server-racks" is no plural in camelCase, like racks')
  })

  it('asks again until an answer can be taken, and comes to the same as flags', async () => {
    const given = ['Rack 1', 'rack', 'moon', 'site', '', '', 'code:text', 'code=text', 'state=choice:free,closed', '', 'state', 'code', '']
    const questions: string[] = []
    const answers = await askFor(root, {}, (question) => {
      questions.push(question)
      return Promise.resolve(given[questions.length - 1] ?? '')
    })
    expect(questions).toHaveLength(given.length)
    expect(questions[1]).toContain('"Rack 1" is no name in kebab-case')
    expect(questions[3]).toContain('records cannot belong to "moon"')
    expect(questions[7]).toContain('"code:text" is no field')
    expect(questions[11]).toContain('must be a text')
    const flags = 'rack --owner site --field code=text --field state=choice:free,closed --key code'.split(' ')
    expect(requestOf(root, answers)).toEqual(requestOf(root, readArguments(flags).answers))
  })

  it('prints what is left to do, file by file', () => {
    const steps = leftToDo(request({ name: 'patch-panel' })).join('\n')
    for (const part of [
      'patch-panel.schema.json',
      'patch-panel.samples.json',
      'screens/patch-panel.screen.ts',
      'locales/en/patch-panel.json',
      '"patch_panels"',
      'npm run texts:missing',
      'npm run check',
    ])
      expect(steps).toContain(part)
  })
})
