import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonInTurns } from './json-in-turns.ts'

describe('JSON written in turns', () => {
  it('equals JSON.stringify output', async () => {
    await fc.assert(
      fc.asyncProperty(fc.object({ maxDepth: 5, withNullPrototype: false }), async (value) => {
        expect(JSON.parse(await jsonInTurns(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
      { numRuns: 500 },
    )
    expect(await jsonInTurns({ a: undefined, b: [undefined, {}], c: [], d: 'x"' })).toBe('{"b":[null,{}],"c":[],"d":"x\\""}')
  })

  it('yields to other work in between', async () => {
    const value = { items: Array.from({ length: 300_000 }, (_, index) => ({ index, verdict: 'refused', errors: [] })) }
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await jsonInTurns(value)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(2)
  })
})
