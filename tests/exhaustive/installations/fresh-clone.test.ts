import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyTree } from '../../support/invented-entity/plant.ts'

const folder = mkdtempSync(join(tmpdir(), 'fresh-clone-'))
const root = join(folder, 'tree')

describe('commands in a clone in which nothing was started yet', () => {
  beforeAll(() => {
    copyTree(root)
    for (const name of readdirSync(join(root, 'schemas', 'generated')).filter((one) => one !== 'csv' && !one.endsWith('.json')))
      rmSync(join(root, 'schemas', 'generated', name), { recursive: true })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const run = (command: string, ...args: string[]) => {
    const env = { ...process.env, NODE_ENV: 'development', DATA_DIR: join(folder, 'data') }
    const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', command, '--', ...args], { cwd: root, env, encoding: 'utf8' })
    return { status, stdout, stderr }
  }

  it('generate what they need, and print nothing of that among their output', () => {
    const { status, stdout, stderr } = run('texts:missing')
    expect([status, stdout], stderr).toEqual([0, 'No text is missing.\n'])
    expect(stderr).toContain('Generating types, validators and reference pages')
  })

  it('end as the command does', () => {
    mkdirSync(join(folder, 'data'))
    const { status, stderr } = run('restore', join(folder, 'missing.backup'))
    expect(status, stderr).toBeGreaterThan(0)
    expect(stderr).toContain('missing.backup')
  })
})
