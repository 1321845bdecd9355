import { describe, expect, it } from 'vitest'
import { filterControl, loadControls, loadedControls, loadFilters } from './parts.ts'
import { defaultWidget, widgetNamed, widgetNames, widgets } from './registry.ts'

describe('the widgets', () => {
  it('can all be edited with, once they have been loaded', async () => {
    await loadControls()
    const { widgets: controls, fields } = loadedControls()
    expect([...Object.keys(controls), ...Object.keys(fields)].toSorted()).toEqual(widgetNames.toSorted())
  })

  it('are refused by a name that none has', () => {
    expect(() => widgetNamed('nonsense')).toThrow('nonsense')
  })

  it('edit each kind of filter once, and only after their filters have been loaded', async () => {
    const kinds = [...widgets.values()].flatMap(({ filter }) => filter?.kind ?? [])
    expect(kinds.toSorted()).toEqual(['contains', 'dates', 'months', 'oneOf', 'range'])
    await loadFilters()
    for (const kind of kinds) expect(filterControl(kind)).toBeTypeOf('function')
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
