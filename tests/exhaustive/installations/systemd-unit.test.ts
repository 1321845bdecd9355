import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '../../../scripts/tooling/packages.mjs'
import { at } from '../../../scripts/tooling/paths.mjs'
import { run } from '../../../scripts/tooling/run.mjs'

/** Tenths of the exposure that systemd computes, from 0 to 100. */
const THRESHOLD = '--threshold=20'

describe('the unit of systemd', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unit-'))
  const text = readFileSync(at('deploy', 'systemd', 'sdwan-console.service'), 'utf8')
  let analyze: (args: string[]) => ReturnType<typeof run>
  beforeAll(async () => {
    const program = await findProgram('systemd-analyze', 'systemd')
    analyze = (args) => run(program, args, { quiet: true, cwd: folder })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** The unit with a program that exists here, and what `change` makes of it. */
  const unitWith = (name: string, change = (unit: string): string => unit): string => {
    const file = join(folder, `${name}.service`)
    writeFileSync(file, change(text.replace('/usr/bin/node', process.execPath)))
    return file
  }

  it('says nothing that systemd does not understand', async () => {
    expect(await analyze(['verify', unitWith('right')])).toEqual({ code: 0, output: '' })
    const misspelt = await analyze(['verify', unitWith('wrong', (unit) => unit.replace('NoNewPrivileges=', 'NoNewPrivilege='))])
    expect(misspelt.output).toMatch(/Unknown key(?: name)? 'NoNewPrivilege'/)
  })

  it('exposes the machine to the service by 2.0 of 10 at most', async () => {
    const { code, output } = await analyze(['security', '--offline=true', THRESHOLD, '--no-pager', unitWith('held')])
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/exposure level for held\.service: [01]\.\d/) })
    const open = unitWith('open', (unit) => unit.replace(/^(?:Protect|Private|Restrict|SystemCall).*\n/gm, ''))
    expect((await analyze(['security', '--offline=true', THRESHOLD, '--no-pager', open])).code).toBe(1)
  })
})
