import { describe, expect, it } from 'vitest'
import { inTurns } from './in-turns.ts'

describe('processing in turns', () => {
  it('processes all items in order and yields to other work in between', async () => {
    const done: number[] = []
    let others = 0
    const timer = setInterval(() => others++, 1)
    await inTurns(
      Array.from({ length: 60 }, (_, index) => index),
      (item) => {
        const until = performance.now() + 2
        while (performance.now() < until);
        done.push(item)
      },
    )
    clearInterval(timer)
    expect(done).toEqual(Array.from({ length: 60 }, (_, index) => index))
    expect(others).toBeGreaterThan(2)
  })

  it('fails as soon as one item does', async () => {
    const seen: number[] = []
    const work = (item: number): void => {
      seen.push(item)
      if (item === 2) throw new Error('no')
    }
    await expect(inTurns([1, 2, 3], work)).rejects.toThrow('no')
    expect(seen).toEqual([1, 2])
  })
})
