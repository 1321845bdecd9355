// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import plotTexts from '../../locales/en/plot.json' with { type: 'json' }
import { showPart } from '../parts/parts.fixture.tsx'
import { PlotCard, type PlotCardProps } from './plot-card.tsx'
import type { PlotData } from './plot-data.ts'

const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get')
beforeAll(() => void width.mockReturnValue(400))
afterAll(() => width.mockRestore())
afterEach(cleanup)

const data: PlotData = {
  points: ['Edge', 'Hybrid', 'Reporting'].map((label) => ({ id: label, label })),
  series: [
    { id: 'used', label: 'Used', tone: 'accent', values: [1200, 3, 0] },
    { id: 'missing', label: 'Missing', tone: 'danger', values: [0, 4, 1] },
  ],
}
const format = (value: number): string => value.toLocaleString('en')
const t: PlotCardProps['t'] = (key, params) =>
  (plotTexts as Record<string, string>)[key]!.replace('{{title}}', String(params?.['title'] ?? ''))

const show = (props: Partial<PlotCardProps>) =>
  showPart(<PlotCard kind="bars" title="Use by type" head="Type" data={data} format={format} t={t} {...props} />)
const plot = () => screen.getByRole('slider', { name: 'Use by type' })

it('a plot is read point by point with the keyboard, up to both ends', async () => {
  const { user, container } = show({})
  await user.tab()
  await user.tab()
  expect(document.activeElement).toBe(plot())
  expect(plot().getAttribute('aria-valuetext')).toBe('Edge: Used 1,200, Missing 0')
  await user.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}')
  expect(plot().getAttribute('aria-valuetext')).toBe('Reporting: Used 0, Missing 1')
  await user.keyboard('{Home}{ArrowLeft}')
  expect(plot().getAttribute('aria-valuenow')).toBe('1')
  expect(container.querySelector('[data-band]')).not.toBeNull()
  await user.keyboard('{Escape}')
  expect(container.querySelector('[data-band]')).toBeNull()
})

it('a plot shows the values of the point under the pointer', () => {
  show({})
  fireEvent.pointerMove(plot(), { clientX: 200, clientY: 8 + 26 * 1.5 })
  expect(plot().getAttribute('aria-valuetext')).toContain('Hybrid')
  fireEvent.pointerLeave(plot())
  expect(plot().getAttribute('aria-valuetext')).toContain('Edge')
})

it('a plot draws each present value in proportion, and hatches alarms', () => {
  const { container } = show({})
  const lengths = (tone: string) =>
    [...container.querySelectorAll(`[data-tone=${tone}] rect:not([data-hatch], [fill])`)].map((mark) => Number(mark.getAttribute('width')))
  const [long = 0, short = 0] = lengths('accent')
  expect(lengths('accent')).toHaveLength(2)
  expect(long / short).toBeGreaterThan(100)
  expect(container.querySelectorAll('[data-tone=danger] rect[fill^="url("]')).toHaveLength(2)
})

it('a plot is also available as a table', async () => {
  const { user } = show({})
  await user.click(screen.getByRole('button', { name: 'Table: Use by type' }))
  expect(screen.queryByRole('slider')).toBeNull()
  const rows = within(screen.getByRole('table', { name: 'Use by type' })).getAllByRole('row')
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Type', 'Used', 'Missing'],
    ['Edge', '1,200', '0'],
    ['Hybrid', '3', '4'],
    ['Reporting', '0', '1'],
  ])
  await user.click(screen.getByRole('button', { name: 'Plot: Use by type' }))
  expect(plot()).toBeDefined()
})

it('the legend of a plot shows the sum of each series', () => {
  show({})
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Used1,203', 'Missing5'])
})

it('a plot marks today on the time axis', () => {
  const line: PlotData = { points: data.points, series: [{ id: 'n', label: 'Licences', tone: 'accent', values: [1, 2, 3] }] }
  const { container } = show({ kind: 'area', data: line, now: { id: 'Hybrid', label: 'Today' } })
  expect(container.querySelector('[data-line=now]')).not.toBeNull()
  expect(plot().getAttribute('aria-valuetext')).toBe('Hybrid: 2')
})

it('a plot shows that it is loading, empty, or failed', async () => {
  const { user } = show({ data: undefined })
  expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined()
  cleanup()
  show({ data: { ...data, series: data.series.map((series) => ({ ...series, values: [0, 0, 0] })) } })
  expect(screen.getByText('There is nothing to show.')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  const onRetry = vi.fn<() => void>()
  show({ failed: { text: 'No answer', onRetry } })
  expect(screen.getByRole('alert').textContent).toContain('No answer')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})
