// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { StayingChange, UndoResult } from '../../schemas/plan.ts'
import type { RendererHost } from '../host.tsx'
import { type DataSource, RequestError } from './data-source.ts'
import { exampleSchema } from './example.fixture.ts'
import { remember, undo } from './undo-action.ts'
import type { UndoOffer } from './undo-offer.ts'

const actionId = '019a0000-0000-7000-8000-000000000001'
const conflict = new RequestError({ status: 409, messages: ['Changed since.'] })
const stays: StayingChange = {
  entryId: 'acme.1',
  entity: 'rack',
  subject: { oid: 'b1', name: 'A1' },
  creationDate: '2026-01-01T00:00:00.000Z',
  errors: [{ pointer: '/code', key: 'changedSince', params: { field: 'code' }, message: 'Changed since.' }],
}

function offered(tenantOid = 'acme') {
  const source = {
    undo: vi.fn<DataSource['undo']>().mockResolvedValue({ counts: { applied: 1 } } as UndoResult),
    undoEntries: vi.fn<DataSource['undoEntries']>(),
  }
  const toast = vi.fn<RendererHost['toast']>()
  const t = (key: string, params?: Record<string, unknown>): string =>
    params?.['names'] === undefined ? key : `${key}: ${String(params['names'])}`
  const host = {
    source,
    toast,
    t,
    hasText: () => false,
    language: 'en',
    tenant: { oid: tenantOid },
    contextDirty: vi.fn(),
  } as unknown as RendererHost
  const refresh = vi.fn<UndoOffer['refresh']>(async () => undefined)
  const offer: UndoOffer = { actionId, entity: exampleSchema['x-entity'], names: ['rack', 'Racks'], host, refresh, isInContext: false }
  remember(offer)
  return { source, toast, refresh, offer }
}

beforeEach(() => {
  document.body.innerHTML = '<div data-undoes></div><input />'
  history.replaceState(null, '', '/oid/acme/hosting/racks')
})

describe('undoing what was just done', () => {
  it('takes the action back once, says so, and fetches again what changed', async () => {
    const { source, toast, refresh, offer } = offered()
    await undo(offer)
    await undo(offer)
    expect(source.undo).toHaveBeenCalledExactlyOnceWith(actionId, 'acme', { idempotencyKey: expect.any(String) })
    expect(toast).toHaveBeenCalledExactlyOnceWith('success', 'list.undo.done')
    expect(refresh).toHaveBeenCalledWith({ names: ['rack', 'rack', 'Racks'] })
  })

  it('keeps what others changed since, names it, and takes the rest back', async () => {
    const { source, toast, offer } = offered()
    source.undo.mockRejectedValue(conflict)
    source.undoEntries.mockResolvedValue({ counts: { applied: 2 }, stays: [stays] } as unknown as UndoResult)
    await undo(offer)
    const [query] = source.undoEntries.mock.lastCall ?? []
    expect(query).toMatchObject({ tenantOid: 'acme', filter: expect.stringContaining(`actionId=="${actionId}";creationDate=ge=20`) })
    expect(toast).toHaveBeenCalledExactlyOnceWith('warning', 'list.undo.partly: A1 (Changed since)')
  })

  it('can be tried again where nothing was answered', async () => {
    const { source, toast, offer } = offered()
    source.undo.mockRejectedValueOnce(new RequestError({ status: 503, messages: ['Busy'] }))
    await undo(offer)
    expect(toast).toHaveBeenCalledWith('danger', 'Busy')
    await undo(offer)
    expect(source.undo).toHaveBeenCalledTimes(2)
  })

  it('follows Ctrl+Z on lists of its tenant, the last action first, and neither in boxes nor beside dialogs', async () => {
    const press = (target: EventTarget = document.body, init: KeyboardEventInit = { ctrlKey: true }) =>
      target.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', bubbles: true, cancelable: true, ...init }))
    const [first, last, elsewhere] = [offered(), offered(), offered('other')]
    press(document.querySelector('input') ?? document.body)
    press(document.body, { ctrlKey: true, shiftKey: true })
    document.body.insertAdjacentHTML('beforeend', '<div role="dialog"></div>')
    press()
    document.querySelector('[role=dialog]')?.remove()
    document.querySelector('[data-undoes]')?.removeAttribute('data-undoes')
    press()
    expect(last.source.undo).not.toHaveBeenCalled()
    document.querySelector('div')?.setAttribute('data-undoes', '')
    press()
    expect([first, last, elsewhere].map(({ source }) => source.undo.mock.calls.length)).toEqual([0, 1, 0])
    press(document.body, { metaKey: true })
    expect([first, last, elsewhere].map(({ source }) => source.undo.mock.calls.length)).toEqual([1, 1, 0])
  })
})
