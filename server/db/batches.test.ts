import { describe, expect, it } from 'vitest'
import { inBatches } from './batches.ts'

const rows = Array.from({ length: 6_000 }, (_, index) => index)

describe('rows in batches', () => {
  it('sends each row once, in order, one batch at a time', async () => {
    const sent: number[] = []
    let open = 0
    await inBatches(rows, {
      make: (batch) => JSON.stringify(batch),
      run: async (text) => {
        expect(++open).toBe(1)
        await new Promise((resolve) => setTimeout(resolve, 1))
        for (const row of JSON.parse(text) as number[]) sent.push(row)
        open--
      },
    })
    expect(sent).toEqual(rows)
  })

  it('fails with the batch that fails, and sends no further one', async () => {
    let runs = 0
    const run = async (): Promise<void> => {
      if (++runs === 2) throw new Error('full')
    }
    await expect(inBatches(rows, { make: String, run })).rejects.toThrow('full')
    expect(runs).toBe(2)
  })
})
