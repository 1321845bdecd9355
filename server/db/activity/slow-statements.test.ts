import { describe, expect, it, vi } from 'vitest'
import { SlowStatements, type SlowParts } from './slow-statements.ts'

const SLOW = { name: 'select site', text: 'select from site', ms: 1_500, rows: 3 }

function slowStatements(parts: Partial<SlowParts> = {}) {
  const log = { warn: vi.fn<SlowParts['log']['warn']>() }
  const slow = new SlowStatements({ afterMs: 1_000, log, explain: async () => ['Seq Scan on site'], ...parts })
  return { slow, log, lines: () => log.warn.mock.calls.map(([fields]) => fields as { text?: string; plan?: string[]; isCut?: true }) }
}

describe('slow statements', () => {
  it('are logged once the service answers, not those that make its tables', async () => {
    let isServing = false
    const { slow, log } = slowStatements({ isOn: () => isServing })
    slow.saw(SLOW)
    expect(log.warn).not.toHaveBeenCalled()
    isServing = true
    slow.saw(SLOW)
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(2))
    expect(log.warn).toHaveBeenLastCalledWith(expect.objectContaining({ plan: ['Seq Scan on site'] }), 'the plan of a slow statement')
  })

  it('are cut in the log, text and plan, which says so', async () => {
    const plan = Array.from({ length: 300 }, (_, index) => `${index} ${'x'.repeat(600)}`)
    const { slow, log, lines } = slowStatements({ explain: async () => plan })
    slow.saw({ ...SLOW, text: 'x'.repeat(8_001) })
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(2))
    expect(lines().map(({ isCut }) => isCut)).toEqual([true, true])
    expect(lines()[0]?.text).toHaveLength(8_000)
    expect(lines()[1]?.plan).toHaveLength(200)
    expect(lines()[1]?.plan?.[7]).toHaveLength(500)
  })

  it('are logged whole where they are not long', async () => {
    const { slow, log, lines } = slowStatements()
    slow.saw(SLOW)
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(2))
    expect(lines()).toEqual([expect.not.objectContaining({ isCut: true }), expect.not.objectContaining({ isCut: true })])
  })

  it('are asked for their plan again where no connection was free for it', async () => {
    const explain = vi.fn(async (): Promise<string[] | undefined> => undefined)
    const { slow, log } = slowStatements({ explain })
    slow.saw(SLOW)
    await vi.waitFor(() => expect(explain).toHaveBeenCalledTimes(1))
    await Promise.resolve()
    slow.saw(SLOW)
    await vi.waitFor(() => expect(explain).toHaveBeenCalledTimes(2))
    expect(log.warn).toHaveBeenCalledTimes(2)
  })

  it('are logged by name alone where values are in their text', () => {
    const { slow, log } = slowStatements()
    slow.saw({ name: 'begin', ms: 2_000, rows: 0 })
    expect(log.warn.mock.calls).toEqual([[{ statement: 'begin', ms: 2_000, rows: 0, reqId: undefined }, 'a statement was slow']])
  })
})
