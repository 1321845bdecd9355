import { describe, expect, it, vi } from 'vitest'
import { internetMatrix, zoneMatrix } from '../../tests/support/samples/matrix-input.ts'
import type { MatrixChange, MatrixVerdict, MatrixWrite } from './contract.ts'
import { MatrixModel } from './matrix-model.ts'

const granted = ({ cell, revision }: MatrixChange): MatrixVerdict => ({ cell, detail: { revision: revision + 1 } })

/** A writer whose responses the test resolves. */
function slowWriter(verdict: (change: MatrixChange) => MatrixVerdict = granted) {
  const calls: { changes: readonly MatrixChange[]; answer: () => Promise<void> }[] = []
  const write: MatrixWrite = (changes) =>
    new Promise((resolve) => {
      const answer = async () => {
        resolve(changes.map(verdict))
        await Promise.resolve()
        await Promise.resolve()
      }
      calls.push({ changes, answer })
    })
  return { calls, write }
}

const small = zoneMatrix(4)
/** Value of the first cell, and the other one. */
const before = Number(small.cells[0])
const after = 1 - before

describe('the values of a matrix', () => {
  it('show a change at once as pending, and as stored after it was written', async () => {
    const { calls, write } = slowWriter()
    const model = new MatrixModel({ ...small, write })
    model.set([[0, after]])
    expect([model.shown(0), model.state(0)]).toEqual([after, 'pending'])
    expect(calls[0]?.changes).toEqual([{ cell: 0, oid: 'Zone-0000/Zone-0000', revision: 1, value: small.values[after] }])
    await calls[0]?.answer()
    expect([model.shown(0), model.state(0), model.detail(0)?.revision]).toEqual([after, 'stored', 2])
  })

  it('send changes made during a write afterwards with the new revision, and nothing twice', async () => {
    const { calls, write } = slowWriter()
    const model = new MatrixModel({ ...small, write })
    model.set([[0, after]])
    model.set([[0, before]])
    model.set([[0, after]])
    expect(calls).toHaveLength(1)
    await calls[0]?.answer()
    expect([calls.length, model.isBusy()]).toEqual([1, false])
    model.set([[0, before]])
    expect(calls[1]?.changes.map(({ cell, revision, value }) => [cell, revision, value])).toEqual([[0, 2, small.values[before]]])
    await calls[1]?.answer()
    expect(calls).toHaveLength(2)
    expect(model.isBusy()).toBe(false)
  })

  it('keep a refused change with its reason, and retry it with the current revision', async () => {
    const now = { value: small.values[before]!, revision: 7 }
    const { calls, write } = slowWriter(({ cell }) => ({ cell, refused: 'Somebody was first.', current: now }))
    const model = new MatrixModel({ ...small, write })
    model.set([[0, after]])
    await calls[0]?.answer()
    expect([model.shown(0), model.state(0), model.failure(0)?.reason]).toEqual([after, 'failed', 'Somebody was first.'])
    model.retry()
    expect(calls[1]?.changes[0]).toMatchObject({ revision: 7, value: small.values[after] })
    await calls[1]?.answer()
    model.discardFailures()
    expect([model.shown(0), model.state(0)]).toEqual([before, 'stored'])
  })

  it('skip pairs without a record, and are read-only without the right to update', { tags: ['S2-4.11'] }, () => {
    const { calls, write } = slowWriter()
    const model = new MatrixModel({ ...small, write })
    model.set([[4, 1]])
    expect([model.has(4), calls.length]).toEqual([false, 0])
    const locked = new MatrixModel(small)
    locked.set([[0, after]])
    expect(locked.shown(0)).toBe(before)
  })

  it('update from a new response; a refused change stays with its pair and is dropped with it', async () => {
    const { calls, write } = slowWriter(({ cell }) => ({ cell, refused: 'No.' }))
    const model = new MatrixModel({ ...small, write })
    model.set([[5, 1 - model.shown(5)]])
    await calls[0]?.answer()
    // The first zone is deleted: the pair of the second zone with itself is now the first cell.
    const later = zoneMatrix(3)
    const cells = small.cells.charAt(5) + later.cells.slice(1)
    model.load({ ...later, rows: small.rows.slice(1), columns: small.columns.slice(1), cells, write })
    expect([...model.failures().keys()]).toEqual([0])
    model.load({ ...later, rows: small.rows.slice(2), columns: small.columns.slice(2), cells: '00.0', write })
    expect([model.failures().size, model.lostChanges()]).toEqual([0, { count: 1, reasons: ['No.'] }])
    model.clearLostChanges()
    expect(model.lostChanges()).toBeUndefined()
  })

  it('do not fail if somebody else stored the same value', async () => {
    const now = { value: small.values[after]!, revision: 2 }
    const { calls, write } = slowWriter(({ cell }) => ({ cell, refused: 'Somebody was first.', ...(cell === 0 && { current: now }) }))
    const model = new MatrixModel({ ...small, write })
    const [first, second] = [0, 1].map((cell) => [cell, 1 - model.shown(cell)] as const)
    model.set([first!, second!])
    await calls[0]?.answer()
    expect([model.state(0), model.shown(0), model.state(1)]).toEqual(['stored', after, 'failed'])
    // Meanwhile the refused value is stored.
    const cells = small.cells.slice(0, 1) + String(second![1]) + small.cells.slice(2)
    model.load({ ...small, cells, details: {}, write })
    expect([model.state(1), model.lostChanges()]).toEqual(['stored', undefined])
  })

  it('ignore a response that arrives during a write, and request it again', async () => {
    const { calls, write } = slowWriter()
    const reload = vi.fn<() => void>()
    const model = new MatrixModel({ ...small, write, reload })
    model.set([[0, after]])
    model.load({ ...zoneMatrix(4), details: {}, write, reload })
    expect(reload).not.toHaveBeenCalled()
    await calls[0]?.answer()
    expect(model.shown(0)).toBe(after)
    expect(reload).toHaveBeenCalledOnce()
    // The same response again, requested for another language, is older than the written values.
    model.load({ ...model.input })
    expect(model.shown(0)).toBe(after)
  })

  it('are counted, and include the cells with an alarm', () => {
    const model = new MatrixModel(internetMatrix(3, 4))
    expect(model.counts().reduce((sum, count) => sum + count, 0)).toBe(12)
    expect(model.alarms().map(([cell, { alarm }]) => [cell, alarm])).toEqual([
      [1, 'minor'],
      [6, 'critical'],
      [8, 'major'],
    ])
    const [denied, allowed, ...others] = new MatrixModel(small).counts()
    expect([denied! + allowed!, Object.keys(others)]).toEqual([10, []])
  })
})
