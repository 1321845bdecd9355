import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formats } from '../../../schemas/vocabulary/formats.ts'
import { unpackPackage } from '../../../scripts/tooling/packages.mjs'

interface Group {
  description: string
  schema: object
  tests: { description: string; data: unknown; valid: boolean }[]
}

/** The Debian package that contains the JSON-Schema-Test-Suite, and where its format cases are. */
const PACKAGE = 'libtest-json-schema-acceptance-perl'
const CASES = 'usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance/tests/draft2020-12/optional/format'

/** Every format of ours whose name JSON Schema defines. */
const standardNames = ['date', 'date-time', 'ipv4']

const folder = mkdtempSync(join(tmpdir(), 'format-suite-'))
beforeAll(() => unpackPackage(PACKAGE, folder))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the JSON-Schema-Test-Suite', () => {
  it.each(standardNames)('agrees with the format "%s"', (name) => {
    const groups = JSON.parse(readFileSync(join(folder, CASES, `${name}.json`), 'utf8')) as Group[]
    const verdicts = groups.flatMap(({ schema, tests }) => {
      const validate = new Ajv2020({ formats, strictTypes: false }).compile(schema)
      return tests.map((test) => ({ ...test, valid: validate(test.data) }))
    })
    expect(verdicts.length).toBeGreaterThan(10)
    expect(verdicts).toEqual(groups.flatMap(({ tests }) => tests))
  })

  it('has cases for no other format of ours', () => {
    const suite = readdirSync(join(folder, CASES)).map((file) => file.replace('.json', ''))
    expect(
      Object.keys(formats)
        .filter((name) => suite.includes(name))
        .toSorted(),
    ).toEqual(standardNames)
  })
})
