// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { Trash2 } from 'lucide-react'
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
  const show = (work: () => Promise<void>) =>
    showPart(<ArmingButton label="Delete Fast" armedLabel="Press again to delete Fast" icon={<Trash2 />} act={work} messageOf={wordsOf} />)

  it('does nothing at the first press, and resets after four seconds', { tags: ['S2-4.28', 'S2-9.23'] }, async () => {
    expect(ARMED_MS).toBe(4000)
    const work = vi.fn(() => Promise.resolve())
    show(work)
    await press()
    expect(said()).toBe('Press again to delete Fast')
    await pass(3_999)
    expect(said()).toBe('Press again to delete Fast')
    await pass(1)
    expect(said()).toBe('')
    await press()
    expect(work).not.toHaveBeenCalled()
  })

  it('deletes at the second press', { tags: ['S2-4.28'] }, async () => {
    const work = vi.fn(() => Promise.resolve())
    show(work)
    await press()
    await press()
    expect(work).toHaveBeenCalledTimes(1)
    expect(said()).toBe('')
  })

  it('shows why it failed for three seconds', { tags: ['S2-4.29', 'S2-9.23'] }, async () => {
    expect(REFUSAL_SHOWN_MS).toBe(3000)
    show(() => Promise.reject(new Error('Two boxes use it.')))
    await press()
    await press()
    expect(said()).toBe('Two boxes use it.')
    expect(screen.getByRole('button', { name: 'Two boxes use it.' })).toBeTruthy()
    await pass(2_999)
    expect(said()).toBe('Two boxes use it.')
    await pass(1)
    expect(screen.getByRole('button', { name: 'Delete Fast' })).toBeTruthy()
  })
})
