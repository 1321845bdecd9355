import { describe, expect, it, vi } from 'vitest'
import { BulkController } from '../../../renderer/bulk/bulk-controller.ts'
import type { Proposal } from '../../../renderer/bulk/bulk-state.ts'
import type { SheetClient } from '../../../renderer/bulk/worker/client.ts'
import { RequestError, type DataSource } from '../../../renderer/data/data-source.ts'

const can = { plans: true, dryRun: true, revisions: true, filters: true }
const draft: Proposal['draft'] = { planned: 2, skipped: 0, creates: 2, updates: 0, cells: 4 }
const done = { applied: true, dryRun: false, actionId: 'a', counts: { applied: 2, unchanged: 0, refused: 0 }, changedElsewhere: 0 }
const summary = {
  total: 2,
  kinds: { invalid: 0, conflict: 0, new: 2, changed: 0, unchanged: 0 },
  selected: 2,
  selectedInvalid: 0,
  groups: [],
}
const failure = (status: number, errors: RequestError['errors'] = []) => new RequestError({ status, messages: ['No.'], errors })

/** The controller of a sheet with two new rows. `answers`: what the service says to each plan in turn, then that it is done. */
function open(answers: (RequestError | 'done')[], abilities = can) {
  const state = { plan: 'two rows' }
  const sent: { text: string; key: string; dryRun: boolean | undefined }[] = []
  const worker: Record<string, () => unknown> = {
    plan: () => ({ ...draft, body: new Blob([state.plan]) }),
    summary: () => summary,
    verdict: () => done,
  }
  const call = vi.fn(async (name: string) => worker[name]?.())
  const source = {
    abilities: () => abilities,
    list: async () => ({ data: [], meta: { totalCount: 0, size: 1000 } }),
    planBytes: vi.fn<DataSource['planBytes']>(async (_entity, body, { idempotencyKey, dryRun }) => {
      sent.push({ text: await body.text(), key: idempotencyKey, dryRun })
      const answer = answers.shift() ?? 'done'
      if (answer !== 'done') throw answer
      return new ArrayBuffer()
    }),
    undo: vi.fn<DataSource['undo']>(),
  }
  const controller = new BulkController({
    client: { id: 'one', call, callWithProgress: call, cancel: vi.fn(), close: vi.fn() } as unknown as SheetClient,
    source: source as unknown as DataSource,
    entity: 'customer',
    tenantOid: 'platform',
    openModel: () => Promise.reject(new Error('it is open')),
    parentEntity: undefined,
    hasText: () => true,
    written: async () => undefined,
  })
  Object.assign(controller.state, { summary, working: undefined })
  const write = async (): Promise<void> => {
    await controller.propose('write')
    await controller.apply()
  }
  return { controller, state, sent, source, write }
}

describe('a plan of which it is open what became', () => {
  it.each([0, 503, 409, 500, 401])('is sent again as it was, under the same key: %i', async (status) => {
    const { controller, sent, write } = open(['done', failure(status)])
    await write()
    expect(controller.state).toMatchObject({ isUnsettled: true, outcome: undefined })
    await controller.applyAgain()
    const [, first, again] = sent
    expect(again).toEqual(first)
    expect(controller.state).toMatchObject({ isUnsettled: false, failure: undefined, outcome: { draft, undone: false } })
  })

  it('is not previewed again, which would refuse what may be stored, when it is proposed once more', async () => {
    const { controller, sent, write } = open(['done', failure(0)])
    await write()
    await controller.propose('write')
    expect(sent.map(({ dryRun }) => dryRun)).toEqual([true, false, false])
    expect(sent[2]).toEqual(sent[1])
    expect(controller.state).toMatchObject({ proposal: undefined, outcome: { draft } })
  })

  it('gives way to another one, which is previewed and has a key of its own', async () => {
    const { controller, state, sent, write } = open(['done', failure(0)])
    await write()
    state.plan = 'two others'
    await controller.propose('write')
    expect(sent[2]).toMatchObject({ text: 'two others', dryRun: true })
    expect(controller.state.proposal).toBeDefined()
    await controller.apply()
    expect(new Set(sent.map(({ key }) => key)).size).toBe(4)
    await controller.applyAgain()
    expect(sent).toHaveLength(4)
  })

  it.each([
    [422, [{ pointer: '/items/0', key: 'a', message: 'No.' }]],
    [409, [{ pointer: '/items/0', key: 'service.revision.stale', message: 'No.' }]],
    [403, []],
  ])('is none where the service refused it: %i', async (status, errors) => {
    const { controller, sent, write } = open(['done', failure(status, errors), 'done'])
    await write()
    expect(controller.state.isUnsettled).toBe(false)
    const before = sent.length
    await controller.applyAgain()
    expect(sent).toHaveLength(before)
  })

  it('is none of a service that makes changes one after another', async () => {
    const { controller, write } = open([failure(0)], { ...can, plans: false, dryRun: false })
    await write()
    expect(controller.state.isUnsettled).toBe(false)
  })

  it('tells of each further try, until it is over', async () => {
    const { controller, source, write } = open([])
    const seen: unknown[] = []
    source.planBytes.mockImplementation(async (_entity, _body, { onRetry }) => {
      seen.push({ ...controller.state.working })
      onRetry?.()
      seen.push({ ...controller.state.working })
      return new ArrayBuffer()
    })
    await write()
    const known = { done: 0, total: 0 }
    expect(seen).toEqual([
      { step: 'previewing', ...known },
      { step: 'previewing', ...known, isRepeated: true },
      { step: 'applying', ...known },
      { step: 'applying', ...known, isRepeated: true },
    ])
    expect(controller.state.working).toBeUndefined()
  })

  it('is undone under one key until that is answered', async () => {
    const { controller, source, write } = open([])
    await write()
    source.undo.mockRejectedValueOnce(failure(0))
    await controller.undo()
    await controller.undo()
    const [first, again] = source.undo.mock.calls.map(([, , { idempotencyKey }]) => idempotencyKey)
    expect(again).toBe(first)
    expect(controller.state.outcome?.undone).toBe(true)
    await write()
    await controller.undo()
    expect(source.undo.mock.calls.at(-1)?.[2].idempotencyKey).not.toBe(first)
  })
})
