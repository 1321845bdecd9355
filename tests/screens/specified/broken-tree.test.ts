import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runChecks, type CheckName } from '../../../scripts/checks/run-checks.ts'
import { inExtent } from '../../support/extent.ts'
import { copyTree, plantInventedEntity } from '../../support/invented-entity/plant.ts'
import { generateCodeOf, runTypeScript } from '../../support/service/run-script.ts'

const inventedEntity = 'rack'
const folder = mkdtempSync(join(tmpdir(), 'broken-tree-'))
const root = join(folder, 'tree')
const schemaPath = `schemas/entities/${inventedEntity}.schema.json`
const screenPath = `screens/${inventedEntity}.screen.ts`
const releasedSchema = 'schemas/entities/partner.schema.json'

/** The findings of one check, each as `id  where  message`. */
async function findingsOf(check: CheckName): Promise<string[]> {
  const found = await runChecks(root, [check])
  return found.map(({ id, where, message }) => `${id}  ${where}  ${message}`)
}

/** The findings that the command prints, in the same form. */
async function printedFindings(...args: string[]): Promise<string[]> {
  const { stdout } = await runTypeScript(root, 'scripts/checks/main.ts', ...args)
  return stdout
    .replaceAll('\n    ', '  ')
    .split('\n')
    .filter((line) => line.includes(inventedEntity))
}

function edit(path: string, change: (text: string) => string): void {
  const text = readFileSync(join(root, path), 'utf8')
  const changed = change(text)
  if (changed === text) throw new Error(`nothing changed in ${path}`)
  writeFileSync(join(root, path), changed)
}

beforeAll(async () => {
  copyTree(root)
  plantInventedEntity(root, inventedEntity)
  await generateCodeOf(root)
})

const originals = new Map<string, string>()
beforeEach(() => {
  for (const path of [
    schemaPath,
    screenPath,
    releasedSchema,
    ...['en', 'fr', 'de', 'es'].map((language) => `locales/${language}/${inventedEntity}.json`),
  ]) {
    const text = originals.get(path)
    if (text === undefined) originals.set(path, readFileSync(join(root, path), 'utf8'))
    else writeFileSync(join(root, path), text)
  }
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A change that breaks the tree, and the finding it must cause. */
interface Breakage {
  what: string
  path: string
  change: (text: string) => string
  check: CheckName
  /** The check imports code of the tree (rights, a screen). A process imports it only once, so run the command instead. */
  importsCode?: true
  expected: RegExp
}

const breakages: Breakage[] = [
  {
    what: 'an unknown keyword of the vocabulary',
    path: schemaPath,
    change: (text) => text.replace('"x-secret": true', '"x-sceret": true'),
    check: 'schemas',
    expected: /^schema\.\S+ {2}schemas\/entities\/rack.*x-sceret/,
  },
  {
    what: 'an unknown keyword of JSON Schema',
    path: schemaPath,
    change: (text) => text.replace('"maxLength": 20', '"maxLenght": 20'),
    check: 'schemas',
    expected: /^schema\.\S+ {2}schemas\/entities\/rack.*maxLenght/,
  },
  {
    what: 'an unknown format',
    path: schemaPath,
    change: (text) => text.replace('"no-spaces"', '"no-space"'),
    check: 'schemas',
    expected: /^schema\.\S+ {2}schemas\/entities\/rack.*no-space/,
  },
  {
    what: 'an unknown operator',
    path: schemaPath,
    change: (text) => text.replace('{ "powerFeed": true }', '{ "heightU": { "above": 3 } }'),
    check: 'schemas',
    expected: /^schema\.rule\.invalid {2}schemas\/entities\/rack.*above/,
  },
  {
    what: 'an unknown path in a rule',
    path: schemaPath,
    change: (text) => text.replace('{ "powerFeed": true }', '{ "powrFeed": true }'),
    check: 'schemas',
    expected: /^schema\.rule\.invalid {2}schemas\/entities\/rack.*powrFeed.*powerFeed/,
  },
  {
    what: 'a cycle between rules, with its path',
    path: schemaPath,
    change: (text) =>
      text.replace(
        '"x-rules": [',
        `"x-rules": [
        { "id": "one", "fields": ["heightU"], "effect": "set", "when": { "powerAmps": 16 }, "value": 12, "because": "rack.because.powerAmps" },
        { "id": "two", "fields": ["powerAmps"], "effect": "set", "when": { "heightU": 12 }, "value": 16, "because": "rack.because.powerAmps" },`,
      ),
    check: 'schemas',
    expected: /^schema\.rule\.invalid {2}schemas\/entities\/rack.*(one.*two|two.*one)/,
  },
  {
    what: 'a resource that is missing in the rights table',
    path: schemaPath,
    change: (text) => text.replace('"resource": "racks"', '"resource": "rack"'),
    check: 'schemas',
    importsCode: true,
    expected: /^schema\.resource\.unknown {2}schemas\/entities\/rack/,
  },
  {
    what: 'a missing text of the source language',
    path: 'locales/en/rack.json',
    change: (text) => text.replace('"rack.field.room": "Room",', ''),
    check: 'locales',
    expected: /^text\.missing {2}locales\/en\/rack\.json: rack\.field\.room/,
  },
  {
    what: 'a missing translation',
    path: 'locales/es/rack.json',
    change: (text) => text.replace('"rack.because.powerAmps"', '"rack.because.power"'),
    check: 'locales',
    expected: /^text\.missing {2}locales\/es\/rack\.json: rack\.because\.powerAmps/,
  },
  {
    what: 'an unused text',
    path: 'locales/en/rack.json',
    change: (text) => text.replace('{', '{ "rack.section.ghost": "Ghost",'),
    check: 'locales',
    expected: /^text\.unused {2}locales\/en\/rack\.json: rack\.section\.ghost/,
  },
  {
    what: 'a placeholder that only one language has',
    path: 'locales/fr/rack.json',
    change: (text) => text.replace('"Salle"', '"Salle {{name}}"'),
    check: 'locales',
    expected: /^text\.placeholders {2}locales\/fr\/rack\.json: rack\.field\.room/,
  },
  {
    what: 'a straight apostrophe',
    path: 'locales/fr/rack.json',
    change: (text) => text.replace('"Salle"', '"Salle d\'hébergement"'),
    check: 'terms',
    expected: /^text\.term {2}locales\/fr: rack\.field\.room/,
  },
  {
    what: 'a term that differs from the glossary',
    path: 'locales/fr/rack.json',
    change: (text) => text.replace('"Salle"', '"Tenant de la salle"'),
    check: 'terms',
    expected: /^text\.term {2}locales\/fr: rack\.field\.room/,
  },
  {
    what: 'an empty text',
    path: 'locales/de/rack.json',
    change: (text) => text.replace('"Raum"', '""'),
    check: 'locales',
    expected: /^text\.empty {2}locales\/de\/rack\.json: rack\.field\.room/,
  },
  {
    what: 'an untranslated text',
    path: 'locales/de/rack.json',
    change: (text) => text.replace('"Stromanschluss"', '"Power feed"'),
    check: 'locales',
    expected: /^text\.untranslated {2}locales\/de\/rack\.json: rack\.field\.powerFeed/,
  },
  {
    what: 'a misspelt field in a screen',
    path: screenPath,
    change: (text) => text.replace("'powerFeed'", "'powrFeed'"),
    check: 'screens',
    importsCode: true,
    expected: /^screen\.field\.unknown {2}screens\/rack\.screen\.ts: editor\.sections\.supply\[0\]/,
  },
  {
    what: 'an unknown descriptor key',
    path: screenPath,
    change: (text) => text.replace('bulk: {', "bulk: { flie: 'x',"),
    check: 'screens',
    importsCode: true,
    expected: /^screen\.key\.unknown {2}screens\/rack\.screen\.ts: bulk\.flie/,
  },
  {
    what: 'a tab over a secret, which the database cannot read',
    path: schemaPath,
    change: (text) => text.replace('"x-rules": [', '"x-conditions": { "coded": { "doorCode": "1234" } },\n  "x-rules": ['),
    check: 'schemas',
    importsCode: true,
    expected: /^schema\.tab\.sql {2}schemas\/entities\/rack\.schema\.json\/x-conditions\/coded {2}.*doorCode/,
  },
  {
    what: 'a renamed field of the last release that does not say so',
    path: releasedSchema,
    change: (text) => text.replaceAll('contactName', 'contactPerson'),
    check: 'release',
    expected:
      /^release\.field\.gone {2}schemas\/entities\/partner\.schema\.json: \/contactName {2}.*"x-was": \["contactName"\] at "\/contactPerson"/,
  },
]

describe('the checks of a source tree', () => {
  const selections = [
    { what: 'by all checks', args: [] },
    { what: 'by those of schemas and screens', args: ['--only', 'schemas', '--only', 'screens'] },
  ]
  it.each(inExtent(selections, 'what', ['by those of schemas and screens']))(
    'find nothing in a valid tree $what',
    { tags: ['D-7.2'] },
    async ({ args }) => {
      expect(await printedFindings(...args)).toEqual([])
    },
  )

  const representatives = inExtent(breakages, 'what', [
    'an unknown keyword of the vocabulary',
    'a cycle between rules, with its path',
    'a missing translation',
    'a term that differs from the glossary',
    'a misspelt field in a screen',
    'a renamed field of the last release that does not say so',
  ])
  it.each(representatives)('report $what with its location', async ({ path, change, check, importsCode, expected }) => {
    edit(path, change)
    expect(await (importsCode ? printedFindings('--only', check) : findingsOf(check))).toContainEqual(
      expect.stringMatching(expected) as string,
    )
  })
})

describe('a mistake in a schema', () => {
  it('is told once, and not by each sample that fails through it', async () => {
    edit(schemaPath, (text) => text.replace('{ "powerFeed": true }', '{ "heightU": "three" }'))
    expect(await printedFindings('--only', 'schemas', '--only', 'samples')).toEqual([
      expect.stringMatching(/^schema\.condition\.value.*"heightU" holds number/),
    ])
  })
})

describe('generation', () => {
  it('fails on a schema that it cannot compile, and names the file', async () => {
    edit(schemaPath, (text) => text.replace('"maxLength": 20', '"maxLenght": 20'))
    const { code, output } = await runTypeScript(root, 'scripts/generate.ts')
    expect([code, output]).toEqual([1, expect.stringMatching(/schemas\/entities\/rack\.schema\.json.*maxLenght/)])
  })

  it('with --check lists stale committed files without writing them', async () => {
    edit(schemaPath, (text) => text.replace('"maxLength": 20', '"maxLength": 21'))
    const { code, stdout } = await runTypeScript(root, 'scripts/generate.ts', '--check')
    expect([code, stdout]).toEqual([1, 'docs/generated/openapi.json: changed; run npm run generate\n'])
  })
})
