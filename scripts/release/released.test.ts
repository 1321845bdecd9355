import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Difference } from '../../schemas/evolution/difference.ts'
import { at } from '../tooling/paths.mjs'
import { loadTree } from '../generate/tree.ts'
import { releasesIn, withRelease } from './changelog.ts'
import { readReleased } from './read-released.ts'
import { presentContracts, writeReleased } from './released.ts'

describe('released contracts', () => {
  it('are read as they were written, one line per field, and go with their entities', async () => {
    const contracts = presentContracts(await loadTree(at()))
    const root = mkdtempSync(join(tmpdir(), 'released-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    expect(readReleased(root)).toEqual({})
    expect(writeReleased(root, contracts)).toHaveLength(Object.keys(contracts).length)
    expect(readReleased(root)).toEqual(contracts)
    expect(readFileSync(join(root, 'schemas', 'released', 'partner.json'), 'utf8')).toContain(
      '\n    "/contactName": {"kind":"text","required":true,"limits":{"minLength":1,"maxLength":250}},\n',
    )
    const { partner: _, ...others } = contracts
    expect(writeReleased(root, others)).toEqual(['partner.json'])
    expect(readReleased(root)).toEqual(others)
    writeFileSync(join(root, 'schemas', 'released', 'customer.json'), '<<<<<<< ours')
    expect(() => readReleased(root)).toThrow(/customer\.json is no contract/)
  })
})

describe('the list of changes', () => {
  const renamed: Difference = { class: 'declared', kind: 'field.renamed', entity: 'partner', at: '/a', message: '"/b" is called "a" now' }
  const added: Difference = { class: 'free', kind: 'field.added', entity: 'partner', at: '/c', message: '"/c" is new' }
  const first = withRelease('', { version: '1.0.0', date: '2026-12-01' }, [added])

  it('puts the new release first, and what has to be followed before what is new', () => {
    expect(withRelease(first, { version: '1.1.0', date: '2027-01-01' }, [added, renamed])).toBe(
      '# Changes\n\n## 1.1.0 (2027-01-01)\n\n- partner: "/b" is called "a" now.\n- partner: "/c" is new.\n\n' +
        '## 1.0.0 (2026-12-01)\n\n- partner: "/c" is new.\n',
    )
  })

  it('takes the notes that were unreleased into the release, and keeps them when it is written again', () => {
    const noted = first.replace('# Changes\n', '# Changes\n\n## Unreleased\n\nNot in a release yet.\n\n### For users\n\n- A note.\n')
    const next = { version: '1.1.0', date: '2027-01-01' }
    const expected =
      '# Changes\n\n## 1.1.0 (2027-01-01)\n\n- partner: "/c" is new.\n\n### For users\n\n- A note.\n\n' +
      '## 1.0.0 (2026-12-01)\n\n- partner: "/c" is new.\n'
    expect(withRelease(noted, next, [added])).toBe(expected)
    expect(withRelease(withRelease(noted, next, []), next, [added])).toBe(expected)
    expect(releasesIn(noted).map(({ version }) => version)).toEqual(['1.0.0'])
  })

  it('replaces the section of the same release', () => {
    expect(withRelease(first, { version: '1.0.0', date: '2026-12-01' }, [])).toBe(
      '# Changes\n\n## 1.0.0 (2026-12-01)\n\n- No change to what the schemas promise.\n',
    )
  })
})
