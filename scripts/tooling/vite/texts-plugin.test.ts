import { describe, expect, it } from 'vitest'
import { partOf } from './texts-plugin.ts'

describe('the part of a text', () => {
  it.each(['editor.month.open', 'editor.search.nothing', 'editor.because.readOnly'])(
    'is every page for %s: filters and sheets say it',
    (key) => expect(partOf(key)).toBe('base'),
  )

  it.each(['editor.bar.changes', 'editor.table.add', 'editor.dual.open'])('is that of pages for %s', (key) =>
    expect(partOf(key)).toBe('pages'),
  )
})
