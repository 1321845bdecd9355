// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { showPart } from '../parts.fixture.tsx'
import { Fold, FoldArrow } from './fold.tsx'
import { useMotion } from './motion-context.ts'
import { MotionRoot } from './motion-root.tsx'
import { SidePanel, SidePanels } from './side-panel.tsx'

/** The reduced-motion setting of the system, and its change listeners. */
const system = { isReduced: false, listeners: new Set<() => void>() }

// Without this the library animates frame by frame; the DOM of the tests has animations, but does not run them.
Reflect.deleteProperty(Element.prototype, 'animate')

beforeEach(() => {
  system.isReduced = false
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    get matches() {
      return media === '(prefers-reduced-motion: reduce)' && system.isReduced
    },
    addEventListener: (_type: string, listener: () => void) => system.listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => system.listeners.delete(listener),
  }))
})
afterEach(() => {
  cleanup()
  system.listeners.clear()
  vi.unstubAllGlobals()
})

const Probe = () => <output>{useMotion() ? 'moves' : 'still'}</output>

function Group({ begins = false }: { begins?: boolean }) {
  const [isOpen, setOpen] = useState(begins)
  return (
    <>
      <button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <FoldArrow isOpen={isOpen} />
        Advanced
      </button>
      <Fold isOpen={isOpen}>
        <input aria-label="Area" />
      </Fold>
    </>
  )
}

function Journal({ isBack }: { isBack?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(!isOpen)}>Entry</button>
      <SidePanels>
        {isOpen && (
          <SidePanel key="details" aria-label="Details" {...(isBack === undefined ? {} : { isBack })}>
            Text
          </SidePanel>
        )}
      </SidePanels>
    </>
  )
}

/** Shows a part within the root. */
const show = (part: React.ReactElement) =>
  showPart(
    <MotionRoot>
      <Probe />
      {part}
    </MotionRoot>,
  )

/** The same after the animation features have loaded, as they do on the first user input. */
async function showMoving(part: React.ReactElement) {
  const shown = show(part)
  fireEvent.pointerMove(window)
  await screen.findByText('moves')
  return shown
}

const field = () => screen.queryByRole('textbox', { name: 'Area' })
const fold = () => field()?.parentElement
const panel = () => screen.queryByRole('complementary', { name: 'Details' })

describe.each(['before the animation features have loaded', 'under reduced motion'])('%s', (when) => {
  beforeEach(() => {
    system.isReduced = when === 'under reduced motion'
  })

  it('folds and panels appear and disappear at once', async () => {
    const { user } = show(
      <>
        <Group />
        <Journal />
      </>,
    )
    if (system.isReduced) fireEvent.pointerMove(window)
    fireEvent.click(screen.getByRole('button', { name: 'Advanced' }))
    expect(fold()?.getAttribute('style')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Advanced' }))
    expect(field()).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Entry' }))
    expect(panel()?.getAttribute('style')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Entry' }))
    expect(panel()).toBeNull()
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Advanced' }))
  })

  it('the arrow points in the right direction', () => {
    show(<Group />)
    const arrow = () => screen.getByRole('button', { name: 'Advanced' }).querySelector('span')?.style.transform
    expect(arrow()).toBe('rotate(0deg)')
    fireEvent.click(screen.getByRole('button', { name: 'Advanced' }))
    expect(arrow()).toBe('rotate(90deg)')
  })
})

it('animation features are used only while the system does not request reduced motion', async () => {
  system.isReduced = true
  show(<Group />)
  fireEvent.pointerMove(window)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(screen.getByText('still')).toBeDefined()
  system.isReduced = false
  act(() => system.listeners.forEach((listener) => listener()))
  await act(async () => {})
  fireEvent.pointerMove(window)
  await screen.findByText('moves')
  system.isReduced = true
  act(() => system.listeners.forEach((listener) => listener()))
  expect(screen.getByText('still')).toBeDefined()
})

describe('after the animation features have loaded', () => {
  it('a fold slides open', async () => {
    await showMoving(<Group />)
    fireEvent.click(screen.getByRole('button', { name: 'Advanced' }))
    expect(fold()?.style).toMatchObject({ height: '0px', opacity: '0', overflow: 'clip' })
    await waitFor(() => expect(fold()?.style).toMatchObject({ height: 'auto', opacity: '1', overflow: 'visible' }))
  })

  it('a closing fold is inert at once, and removed at the end', async () => {
    await showMoving(<Group />)
    fireEvent.click(screen.getByRole('button', { name: 'Advanced' }))
    fireEvent.click(screen.getByRole('button', { name: 'Advanced' }))
    expect(fold()?.inert).toBe(true)
    await waitFor(() => expect(field()).toBeNull())
  })

  it('a fold that is reopened while closing keeps its elements', async () => {
    await showMoving(<Group />)
    fireEvent.click(screen.getByRole('button', { name: 'Advanced' }))
    const before = field()
    fireEvent.click(screen.getByRole('button', { name: 'Advanced' }))
    fireEvent.click(screen.getByRole('button', { name: 'Advanced' }))
    expect(field()).toBe(before)
    expect(fold()?.inert).toBe(false)
    await waitFor(() => expect(fold()?.style).toMatchObject({ height: 'auto', opacity: '1' }))
  })

  it('content shown before the features loaded stays unchanged, and is animated the next time', async () => {
    show(<Group begins />)
    const before = field()
    fireEvent.pointerMove(window)
    await screen.findByText('moves')
    expect(field()).toBe(before)
    expect(fold()?.getAttribute('style')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Advanced' }))
    expect(field()).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Advanced' }))
    expect(fold()?.style.opacity).toBe('0')
  })

  it('a panel slides in, and is inert as soon as it closes', async () => {
    await showMoving(<Journal />)
    fireEvent.click(screen.getByRole('button', { name: 'Entry' }))
    expect(panel()?.style).toMatchObject({ opacity: '0', transform: 'translateX(24px)' })
    await waitFor(() => expect(panel()?.style).toMatchObject({ opacity: '1', transform: 'none' }))
    fireEvent.click(screen.getByRole('button', { name: 'Entry' }))
    expect(panel()?.inert).toBe(true)
    await waitFor(() => expect(panel()).toBeNull())
  })

  it('a panel that was open before appears without animation', async () => {
    await showMoving(<Journal isBack />)
    fireEvent.click(screen.getByRole('button', { name: 'Entry' }))
    expect(panel()?.style.opacity).toBe('1')
  })

  it('the arrow turns', async () => {
    await showMoving(<Group />)
    fireEvent.click(screen.getByRole('button', { name: 'Advanced' }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Advanced' }).querySelector('span')?.style.transform).toBe('rotate(90deg)'),
    )
  })
})
