import { describe, expect, it } from 'vitest'
import { inBatches } from './batches.ts'

const rows = Array.from({ length: 6_000 }, (_, index) => index)

describe('sending rows in batches', () => {
  it('sends each row once, in order, one batch at a time', async () => {
    const sent: number[] = []
    let open = 0
    await inBatches(rows, {
      row: String,
      run: async (texts) => {
        expect(++open).toBe(1)
        await new Promise((resolve) => setTimeout(resolve, 1))
        for (const text of texts) sent.push(Number(text))
        open--
      },
    })
    expect(sent).toEqual(rows)
  })

  it('puts fewer rows in a batch if they are long', async () => {
    const sizes: number[] = []
    await inBatches([1, 2, 3], { row: String, length: () => 400_000, run: async (texts) => void sizes.push(texts.length) })
    expect(sizes).toEqual([2, 1])
  })

  it('fails with the first failing batch and sends no further batches', async () => {
    let runs = 0
    const run = async (): Promise<void> => {
      if (++runs === 2) throw new Error('full')
    }
    await expect(inBatches(rows, { row: String, run })).rejects.toThrow('full')
    expect(runs).toBe(2)
  })
})
