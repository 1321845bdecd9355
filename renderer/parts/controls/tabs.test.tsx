// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { showPart } from '../parts.fixture.tsx'
import { LightTabs } from './light-tabs.tsx'
import { Tabs } from './tabs.tsx'

afterEach(cleanup)

const items = [
  { id: 'all', label: 'All', count: 1214 },
  { id: 'active', label: 'Active', count: 1198 },
  { id: 'broken', label: 'Broken', alert: { kind: 'danger' as const, label: 'has errors' } },
]

function Filters() {
  const [selected, setSelected] = useState('all')
  return (
    <Tabs label="Filter" items={items} selected={selected} onSelect={setSelected} formatCount={(count) => count.toLocaleString('en')} />
  )
}

const selected = () => screen.getByRole('tab', { selected: true }).textContent

it('tabs show counts in the format of the language, and marks with an accessible name', () => {
  showPart(<Filters />)
  expect(screen.getByRole('tab', { name: 'All 1,214' })).toBeDefined()
  expect(screen.getByRole('img', { name: 'has errors' })).toBeDefined()
})

it('arrows, Home and End move between tabs and wrap around; a single tab is in the tab order', async () => {
  const { user } = showPart(<Filters />)
  await user.tab()
  await user.keyboard('{ArrowLeft}')
  expect(selected()).toBe('Broken')
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(selected()).toContain('Active')
  await user.keyboard('{End}')
  expect(selected()).toBe('Broken')
  await user.keyboard('{Home}')
  expect(selected()).toContain('All')
  expect(screen.getAllByRole('tab').filter((tab) => tab.tabIndex === 0)).toHaveLength(1)
  expect(document.activeElement).toBe(screen.getByRole('tab', { selected: true }))
})

it('selecting a tab of a long row scrolls it into view', async () => {
  const boxes: Record<string, [left: number, right: number]> = { tablist: [0, 100], All: [0, 60], Broken: [180, 240] }
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function box(this: HTMLElement) {
    const [left, right] = boxes[this.getAttribute('role') === 'tablist' ? 'tablist' : (this.textContent ?? '').replace(/\d/g, '')] ?? [0, 0]
    return { left, right } as DOMRect
  })
  const { user } = showPart(<Filters />)
  expect(screen.getByRole('tablist').scrollLeft).toBe(0)
  await user.click(screen.getByRole('tab', { name: /Broken/ }))
  expect(screen.getByRole('tablist').scrollLeft).toBe(140)
  vi.restoreAllMocks()
})

it('the lighter tabs of a list have the same keyboard navigation', async () => {
  function Light() {
    const [tab, setTab] = useState('all')
    return <LightTabs label="Filter" items={items} selected={tab} onSelect={setTab} formatCount={String} />
  }
  const { user } = showPart(<Light />)
  await user.tab()
  await user.keyboard('{ArrowLeft}')
  expect(selected()).toBe('Broken')
  await user.keyboard('{Home}{ArrowRight}')
  expect(selected()).toContain('Active')
  expect(document.activeElement).toBe(screen.getByRole('tab', { selected: true }))
})
