import { describe, expect, it } from 'vitest'
import type { Difference } from '../../schemas/evolution/difference.ts'
import { at } from '../tooling/paths.mjs'
import { loadTree } from '../generate/tree.ts'
import { withRelease } from './changelog.ts'
import { contractText, presentContracts, readReleased } from './released.ts'

describe('released contracts', () => {
  it('are read as they were written, one line per field', async () => {
    const contracts = presentContracts(await loadTree(at()))
    const text = contractText(contracts['partner']!)
    expect(JSON.parse(text)).toEqual(contracts['partner'])
    expect(text).toContain('\n    "/contactName": {"kind":"text","required":true,"limits":{"minLength":1,"maxLength":250}},\n')
    expect(Object.keys(readReleased(at()))).toEqual(Object.keys(contracts).filter((name) => readReleased(at())[name]))
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

  it('replaces the section of the same release', () => {
    expect(withRelease(first, { version: '1.0.0', date: '2026-12-01' }, [])).toBe(
      '# Changes\n\n## 1.0.0 (2026-12-01)\n\n- No change to what the schemas promise.\n',
    )
  })
})
