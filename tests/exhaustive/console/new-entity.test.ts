import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isContract } from '../../../scripts/generate/outputs.ts'
import { copyTree, plantInventedEntity, type WrittenLines } from '../../support/invented-entity/plant.ts'
import { runCompiler, runTypeScript } from '../../support/service/run-script.ts'

const roots: string[] = []

function freshTree(): string {
  const root = join(mkdtempSync(join(tmpdir(), 'new-entity-')), 'tree')
  roots.push(root)
  copyTree(root)
  return root
}

/** Every file of a tree, packages aside, by path. */
function contentsOf(root: string): Map<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => relative(root, join(parentPath, name)))
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'latin1')]))
}

/** Findings about one entity: a tree with unfinished work may have others. */
function findingsAbout(entity: string, output: string): string[] {
  return output.split('\n').filter((line) => /^[a-z]+(\.[a-z-]+)+ {2}/.test(line) && line.includes(entity))
}

afterAll(() => {
  for (const root of roots) rmSync(join(root, '..'), { recursive: true, force: true })
})

describe('invented entities: one of ten fields and two rules, one in an overlay with a nested object and list', () => {
  let root = ''
  let lines: Record<string, WrittenLines> = {}
  let untouched = new Map<string, string>()
  beforeAll(async () => {
    root = freshTree()
    untouched = contentsOf(root)
    lines = { rack: plantInventedEntity(root, 'rack'), beacon: plantInventedEntity(root, 'beacon') }
    const generated = await runTypeScript(root, 'scripts/generate.ts')
    expect(generated.output).toContain('generated files')
    expect(generated.code).toBe(0)
  })

  const json = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))

  it('take at most 150 handwritten lines', () => {
    expect(lines).toEqual({
      rack: { schema: 21, screen: 9, texts: 78, samples: 26 },
      beacon: { schema: 36, screen: 12, texts: 101, samples: 35 },
    })
    const product = Object.values(lines).map(({ schema, screen, texts }) => schema + screen + texts)
    for (const written of product) expect(written).toBeLessThanOrEqual(150)
    expect((product[0] ?? 0) + (lines['rack']?.samples ?? 0), 'with its tests').toBeLessThanOrEqual(150)
  })

  it('need no TypeScript outside their screens except the lines that the scaffold adds to the list of screens', () => {
    const changed = [...contentsOf(root)].filter(([path, content]) => untouched.get(path) !== content).map(([path]) => path)
    const isGenerated = (path: string): boolean => /^(schemas\/generated|docs\/(generated|reference))\/|^docs\/coverage\.md$/.test(path)
    const byHand = changed.filter((path) => !isGenerated(path))
    const ownFiles = ['rack', 'beacon'].flatMap((name) => [
      `schemas/entities/${name}.schema.json`,
      `schemas/entities/${name}.samples.json`,
      `screens/${name}.screen.ts`,
      ...['en', 'fr', 'de', 'es'].map((language) => `locales/${language}/${name}.json`),
    ])
    expect(byHand.toSorted()).toEqual([...ownFiles, 'schemas/rights/roles.json', 'screens/index.ts'].toSorted())
    // Two entities: a shared file counts once for each.
    const contracts = changed.filter(isContract)
    expect(contracts.toSorted()).toEqual([
      'docs/generated/openapi.json',
      'schemas/generated/csv/beacon.json',
      'schemas/generated/csv/rack.json',
      'schemas/generated/vocabulary.schema.json',
    ])
    expect(ownFiles.length / 2 + 2 + contracts.length - 1, 'committed files of one').toBeLessThanOrEqual(12)
    const list = (text = ''): string[] => text.split('\n')
    const added = list(readFileSync(join(root, 'screens/index.ts'), 'utf8')).length - list(untouched.get('screens/index.ts')).length
    expect(added, 'an import and an entry each').toBe(4)
  })

  it('pass the checks of schemas, screens, texts and generated files', async () => {
    const { output } = await runTypeScript(root, 'scripts/checks/main.ts')
    for (const entity of ['rack', 'beacon']) expect(findingsAbout(entity, output)).toEqual([])
  })

  it('get types with which their screens compile', async () => {
    const project = join(root, 'tsconfig.invented.json')
    writeFileSync(project, JSON.stringify({ extends: './tsconfig.json', include: ['schemas/generated', 'screens'] }))
    const end = await runCompiler(root, project)
    expect(end.output.split('\n').filter((line) => /^(screens|schemas\/generated)/.test(line))).toEqual([])
  })

  it('get validators that enforce their limits, in nested objects and lists too', async () => {
    writeFileSync(
      join(root, 'try.ts'),
      `import { validators } from './schemas/generated/validators/index.ts'
      const keys = (refusals) => Object.fromEntries(refusals.map(({ pointer, key }) => [pointer, key]))
      const rack = keys(validators.rack({ room: 'A', code: 'A 1', status: 'broken', heightU: 2, doorCode: 'abc', colour: 'red' }))
      const beacon = keys(validators.beacon({ name: 'N', state: 'lit', lamps: [{ colour: 'pink', rangeNm: 5 }, { colour: 'red', rangeNm: 31 }] }))
      console.log(JSON.stringify({ rack, beacon }))`,
    )
    const { stdout } = await runTypeScript(root, 'try.ts')
    const { rack, beacon } = JSON.parse(stdout) as Record<string, Record<string, string>>
    expect(beacon).toEqual({
      '/site/name': 'validation.field.mandatory',
      '/lamps/0/colour': 'validation.field.option',
      '/lamps/1/rangeNm': 'validation.field.between',
    })
    expect(rack).toEqual({
      '/colour': 'validation.field.unknown',
      '/code': 'validation.field.noSpaces',
      '/status': 'validation.field.option',
      '/heightU': 'validation.field.between',
      '/doorCode': 'validation.field.min',
    })
  })

  it('get spreadsheets with stable column names, their old names and headers in four languages', () => {
    const map = json('schemas/generated/csv/rack.json') as { file: string; columns: { id: string; aliases: string[]; headers: object }[] }
    expect(map.file).toBe('racks.csv')
    expect(map.columns.map(({ id }) => id)).not.toContain('doorCode')
    expect(map.columns.find(({ id }) => id === 'meterAddress')).toMatchObject({
      aliases: ['meterIp'],
      headers: { de: 'Zähler', fr: 'Compteur' },
    })
    expect(existsSync(join(root, 'docs/reference/samples/racks.csv'))).toBe(true)
    const { columns } = json('schemas/generated/csv/beacon.json') as { columns: { id: string; field: string; headers: object }[] }
    expect(columns[0]).toMatchObject({ id: 'site.name', field: 'site/name', headers: { fr: 'Haut-fond' } })
    const { children } = json('schemas/generated/csv/beacon.json') as { children: { file: string; columns: { id: string }[] }[] }
    expect(children.map(({ file, columns: ids }) => [file, ...ids.map(({ id }) => id)])).toEqual([
      ['beacons-lamps.csv', 'beacon.site.name', 'beacon.name', 'colour', 'rangeNm', 'sector'],
    ])
    expect(readFileSync(join(root, 'docs/reference/samples/beacons.csv'), 'utf8')).toContain('Cod Bank,North Cardinal,lit,true,31.5')
  })

  it('get reference pages in four languages, with fields, rules and rights', () => {
    const page = readFileSync(join(root, 'docs/reference/fr/rack.html'), 'utf8')
    for (const text of ['Baies', 'Au plus 10 caractères', 'Une baie fermée exige une raison.', 'GET /api/v1/racks']) {
      expect(page).toContain(text)
    }
    const overlay = readFileSync(join(root, 'docs/reference/de/beacon.html'), 'utf8')
    for (const text of ['Untiefe', 'lamps.rangeNm', 'Ein Anker braucht die Wassertiefe.']) expect(overlay).toContain(text)
    const toc = json('docs/generated/toc.json') as { entries: { id: string }[] }
    expect(toc.entries.map(({ id }) => id)).toContain('rack')
  })

  it('get calls in the OpenAPI document, which never return a secret', () => {
    const document = json('docs/generated/openapi.json') as {
      paths: Record<string, object>
      components: { schemas: Record<string, { properties: Record<string, object> }> }
    }
    expect(Object.keys(document.paths['/api/v1/racks'] ?? {})).toEqual(['get', 'post', 'put', 'patch', 'delete'])
    expect(document.components.schemas['RackFields']?.properties).toMatchObject({
      doorCode: { writeOnly: true },
      configured: { readOnly: true },
    })
  })
})

describe('npm run new-entity', () => {
  it('scaffolds an entity that lacks nothing but translations', async () => {
    const root = freshTree()
    const made = await runTypeScript(root, 'scripts/new-entity.ts', 'patch-panel', '--root', root)
    expect(made).toMatchObject({ code: 0 })
    expect(made.output).toContain('npm run generate')
    expect((await runTypeScript(root, 'scripts/generate.ts')).code).toBe(0)
    const findings = findingsAbout('patch-panel', (await runTypeScript(root, 'scripts/checks/main.ts')).output)
    expect([...new Set(findings.map((line) => line.split(' ')[0]))]).toEqual(['text.missing'])
    expect(findings).toHaveLength(18)
    const again = await runTypeScript(root, 'scripts/new-entity.ts', 'patch-panel', '--root', root)
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('already there') as string })
  })

  it.each(['PatchPanel', 'patch_panel', '', 'a b'])('refuses the name "%s"', async (name) => {
    const end = await runTypeScript(join(import.meta.dirname, '..', '..', '..'), 'scripts/new-entity.ts', name)
    expect(end).toMatchObject({ code: 1, output: expect.stringContaining('npm run new-entity') as string })
  })
})
