import { describe, expect, it } from 'vitest'
import { EVERYTHING, outermost, scopeSettings } from './scope.ts'

const range = (path: string) => ({ from: path, to: `${path.slice(0, -1)}/` })

describe('connection scopes', () => {
  it('describe a single range by its bounds alone', () =>
    expect(scopeSettings([range('a.1.')])).toEqual({ from: 'a.1.', to: 'a.1/', list: '' }))

  it('span several ranges and list each', () => {
    expect(scopeSettings([range('a.3.'), range('a.1.')])).toEqual({ from: 'a.1.', to: 'a.3/', list: 'a.1.,a.3.' })
  })

  it('omit a range that lies inside another', () => {
    expect(outermost([range('a.1.2.'), range('a.1.'), range('a.1.9.')])).toEqual([range('a.1.')])
    expect(outermost([range('a.1.'), range('a.10.'), range('a.1.')])).toEqual([range('a.1.'), range('a.10.')])
  })

  it('match nothing without a range', () => {
    const { from, to } = scopeSettings([])
    expect(from > to).toBe(true)
  })

  it('include a range for the service that contains every path', () => {
    for (const path of ['0.', 'a.', 'zzz.9.']) expect(path >= (EVERYTHING[0]?.from ?? '~') && path < (EVERYTHING[0]?.to ?? '')).toBe(true)
  })
})
