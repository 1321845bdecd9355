import { describe, expect, it } from 'vitest'
import { editableNames, editControl } from './edit-registry.ts'
import { defaultWidget, widgetNamed, widgetNames, widgets } from './registry.ts'

describe('the widgets', () => {
  it('can all be edited with, and nothing else can', () => {
    expect(editableNames.toSorted()).toEqual(widgetNames.toSorted())
    expect(() => editControl('nonsense')).toThrow('nonsense')
    expect(() => widgetNamed('nonsense')).toThrow('nonsense')
  })

  it('follow from the schema, and fit what they follow from', () => {
    const cases = [
      [{ type: 'string' }, 'text'],
      [{ type: 'string', 'x-kind': 'multiline' }, 'textarea'],
      [{ type: 'string', 'x-kind': 'prefix' }, 'address'],
      [{ type: 'string', format: 'mail' }, 'mail'],
      [{ type: 'string', format: 'date-time' }, 'date-time'],
      [{ type: 'string', 'x-ref': { entity: 'tenant' } }, 'reference'],
      [{ type: 'string', 'x-secret': true }, 'secret'],
      [{ enum: ['a', 'b'] }, 'select'],
      [{ type: ['integer', 'null'] }, 'number'],
      [{ type: 'boolean' }, 'toggle'],
      [{ type: 'array', items: { type: 'string' } }, 'tags'],
      [{ type: 'array', items: { type: 'object' } }, 'table'],
    ] as const
    for (const [property, expected] of cases) {
      const schema = property as unknown as Parameters<typeof defaultWidget>[0]
      expect(defaultWidget(schema)).toBe(expected)
      expect(widgets.get(expected)?.fits(schema)).toBe(true)
    }
  })

  it('do not guess: a property without a fitting one is refused', () => {
    expect(() => defaultWidget({ type: 'null' })).toThrow('No widget')
  })
})
