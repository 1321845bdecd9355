// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ArmingButton, ARMED_MS, REFUSAL_SHOWN_MS } from './arming-button.tsx'
import { MultistateButton } from './multistate-button.tsx'
import { showPart } from '../parts.fixture.tsx'
import { FAILURE_SHOWN_MS, useActionState } from './use-action-state.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const press = (): Promise<void> => act(async () => void fireEvent.click(screen.getByRole('button')))
const said = (): string | null => screen.getByRole('status').textContent
const wordsOf = (error: unknown): string => (error as Error).message

describe('a button with several states', () => {
  function Sync({ work }: { work: () => Promise<void> }) {
    const { state, run } = useActionState(work, wordsOf)
    return (
      <MultistateButton state={state} done="Synchronised" onClick={() => void run()}>
        Synchronise
      </MultistateButton>
    )
  }

  it('runs once at a time, and shows success until it is pressed again', { tags: ['S2-4.30'] }, async () => {
    const ends: (() => void)[] = []
    const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
    showPart(<Sync work={work} />)
    await press()
    expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true')
    await press()
    expect(work).toHaveBeenCalledTimes(1)
    await act(async () => ends[0]?.())
    expect(said()).toBe('Synchronised')
    await pass(60_000)
    expect(said()).toBe('Synchronised')
    await press()
    expect(said()).toBe('')
  })

  it('shows why it failed for ten seconds, then returns to its initial state', { tags: ['S2-4.30', 'S2-8.8', 'S2-9.23'] }, async () => {
    expect(FAILURE_SHOWN_MS).toBe(10_000)
    showPart(<Sync work={() => Promise.reject(new Error('The cloud is away.'))} />)
    await press()
    expect(said()).toBe('The cloud is away.')
    await pass(9_999)
    expect(said()).toBe('The cloud is away.')
    await pass(1)
    expect(said()).toBe('')
  })
})

describe('a button that asks for a second press', () => {
  const show = (work: () => Promise<string | undefined>) =>
    showPart(
      <ArmingButton question="Delete Fast? Press again." announcement="Delete Fast?" act={work}>
        Delete
      </ArmingButton>,
    )
  const button = () => screen.getByRole('button', { name: 'Delete' })
  const tooltip = () => screen.queryByRole('tooltip')?.textContent
  const succeeds = () => vi.fn(() => Promise.resolve(undefined))

  it('does nothing at the first press, asks in a tooltip, and resets after four seconds', { tags: ['S2-9.23'] }, async () => {
    expect(ARMED_MS).toBe(4000)
    const work = succeeds()
    show(work)
    const normal = button().className
    await press()
    await pass(3_999)
    expect([said(), tooltip(), button().className === normal]).toEqual(['Delete Fast?', 'Delete Fast? Press again.', false])
    expect(document.querySelector(`#${CSS.escape(button().getAttribute('aria-describedby') ?? '')}`)?.textContent).toBe(tooltip())
    await pass(1)
    await pass(200)
    expect([said(), tooltip(), button().className === normal]).toEqual(['', undefined, true])
    await press()
    expect(work).not.toHaveBeenCalled()
  })

  it('acts at the second press, once', async () => {
    const work = succeeds()
    show(work)
    await press()
    await press()
    await press()
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('takes a double click, and a key that is held down, for one press', async () => {
    const work = succeeds()
    show(work)
    await press()
    await act(async () => void fireEvent.click(button(), { detail: 2 }))
    expect([work.mock.calls.length, said()]).toEqual([0, 'Delete Fast?'])
    expect(fireEvent.keyDown(button(), { key: 'Enter', repeat: true })).toBe(false)
    expect(fireEvent.keyDown(button(), { key: 'Enter' })).toBe(true)
  })

  it('is disarmed by Escape', async () => {
    show(succeeds())
    await press()
    await act(async () => void fireEvent.keyDown(button(), { key: 'Escape' }))
    expect(said()).toBe('')
  })

  it('shows why it failed for three seconds', { tags: ['S2-9.23'] }, async () => {
    expect(REFUSAL_SHOWN_MS).toBe(3000)
    show(() => Promise.resolve('Two boxes use it.'))
    await press()
    const armed = button().className
    await press()
    await pass(2_999)
    expect([said(), tooltip(), button().className === armed]).toEqual(['Two boxes use it.', 'Two boxes use it.', false])
    await pass(1)
    expect(said()).toBe('')
  })
})
