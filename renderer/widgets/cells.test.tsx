// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PropertySchema } from '../../schemas/vocabulary/types.ts'
import { dateText, exactText, type DateDisplay } from '../parts/text/date-texts.ts'
import { system } from '../parts/theme/system.ts'
import { widgetNamed, widgetNames } from './registry.ts'

afterEach(cleanup)

function show(
  widget: string,
  value: unknown,
  {
    property = {},
    record = {},
    options = {},
    display,
  }: { property?: PropertySchema; record?: Record<string, unknown>; options?: object; display?: DateDisplay } = {},
) {
  const cell = createElement(widgetNamed(widget).cell, {
    value,
    property,
    record,
    options: { ...options },
    display,
    language: 'de',
    optionLabel: (option) => `<${String(option)}>`,
  })
  return render(<ChakraProvider value={system}>{cell}</ChakraProvider>).container.textContent
}

describe('cells of widgets', () => {
  it.each(widgetNames)('%s shows a dash for an empty value', (name) => {
    for (const nothing of [undefined, null, '']) {
      expect(show(name, nothing)).toBe('–')
      cleanup()
    }
  })

  it('show values by their labels, and format numbers and lists', () => {
    expect(show('number', 1234.5)).toBe('1.234,5')
    expect(show('number', 0)).toBe('0')
    expect(show('toggle', false)).toBe('<false>')
    expect(show('select', 'a', { property: { enum: ['a'] } })).toBe('<a>')
    expect(show('status', 'gone', { property: { enum: ['a'] } })).toBe('gone')
    expect(show('tags', ['1', '2', '2', '3', '4', '5', '6'])).toBe('1, 2, 3, 4, 5, …')
    expect(show('table', [{}, {}])).toBe('2')
    expect(show('secret', 'psk')).not.toContain('psk')
  })

  it('show the name of a referenced record, or its identifier if the name is missing', () => {
    const property = { 'x-ref': { entity: 'room', label: 'roomName' } }
    expect(show('reference', 'p1', { property, record: { roomName: 'North' } })).toBe('North')
    expect(show('reference', 'p1', { property })).toBe('p1')
  })

  it('show the second address of a record below the first one, if there is one', { tags: ['S2-2.27'] }, () => {
    const options = { below: 'second' }
    expect(show('address', '192.0.2.1', { options, record: { second: '192.0.2.2' } })).toBe('192.0.2.1192.0.2.2')
    cleanup()
    expect(show('address', '192.0.2.1', { options })).toBe('192.0.2.1')
  })

  it('show dates as the screen or the schema says, and tell all of a relative one to screen readers', () => {
    vi.setSystemTime(new Date('2026-11-22T10:00:00Z'))
    const stamp = { type: 'string', format: 'date-time', readOnly: true } as const
    const entered = { type: 'string', format: 'date-time' } as const
    const at = '2026-01-12T22:00:00Z'
    const language = 'de'
    const exact = exactText(at, { language })
    expect(show('date-time', at, { property: stamp })).toBe(`vor 10 Monaten, ${exact}`)
    expect(document.querySelector('time')).toMatchObject({ title: exact, dateTime: at })
    cleanup()
    expect(show('date-time', at, { property: entered })).toBe(dateText(at, 'planned', { language }))
    cleanup()
    expect(show('date-time', at, { property: stamp, display: 'exact' })).toBe(dateText(at, 'exact', { language }))
    cleanup()
    expect(show('date', '2026-01-12', { property: { type: 'string', format: 'date' } })).toBe('Mo., 12. Jan.')
    cleanup()
    expect(show('month', '2026-12', { property: { type: 'string', format: 'month' } })).toBe('Dez. 2026')
    cleanup()
    expect(show('month', '2026-12', { display: 'relative' })).toBe('nächsten Monat, Dezember 2026')
    vi.useRealTimers()
  })

  it('throw for a widget that does not exist', () => {
    expect(() => widgetNamed('toString')).toThrow(/"toString"/)
  })
})
