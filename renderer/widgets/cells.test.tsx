// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { PropertySchema } from '../../schemas/vocabulary/types.ts'
import { system } from '../parts/theme/system.ts'
import { widgetNamed, widgetNames } from './registry.ts'

afterEach(cleanup)

function show(
  widget: string,
  value: unknown,
  { property = {}, record = {}, options = {} }: { property?: PropertySchema; record?: Record<string, unknown>; options?: object } = {},
) {
  const cell = createElement(widgetNamed(widget).cell, {
    value,
    property,
    record,
    options: { ...options },
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

  it('throw for a widget that does not exist', () => {
    expect(() => widgetNamed('toString')).toThrow(/"toString"/)
  })
})
