import { describe, expect, it } from 'vitest'
import { filterControl, loadControls, loadedControls, loadFilters } from './parts.ts'
import { defaultWidget, widgetNamed, widgetNames, widgets } from './registry.ts'

describe('the widget registry', () => {
  it('has an edit control for every widget after loading', async () => {
    await loadControls()
    const { widgets: controls, fields } = loadedControls()
    expect([...Object.keys(controls), ...Object.keys(fields)].toSorted()).toEqual(widgetNames.toSorted())
  })

  it('throws for an unknown widget name', () => {
    expect(() => widgetNamed('nonsense')).toThrow('nonsense')
  })

  it('has one widget for each kind of filter, available only after loading', async () => {
    const kinds = [...widgets.values()].flatMap(({ filter }) => filter?.kind ?? [])
    expect(kinds.toSorted()).toEqual(['contains', 'dates', 'days', 'months', 'oneOf', 'range'])
    await loadFilters()
    for (const kind of kinds) expect(filterControl(kind)).toBeTypeOf('function')
  })

  it('derives widgets from the schema, and accepts them for that schema', () => {
    const cases = [
      [{ type: 'string' }, 'text'],
      [{ type: 'string', 'x-kind': 'multiline' }, 'textarea'],
      [{ type: 'string', 'x-kind': 'filter' }, 'filter'],
      [{ type: 'string', 'x-kind': 'prefix' }, 'address'],
      [{ type: 'string', format: 'mail' }, 'mail'],
      [{ type: 'string', format: 'date' }, 'date'],
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
      const schema = property as Parameters<typeof defaultWidget>[0]
      expect(defaultWidget(schema)).toBe(expected)
      expect(widgets.get(expected)?.fits(schema)).toBe(true)
    }
  })

  it('throws for a property without a matching widget', () => {
    expect(() => defaultWidget({ type: 'null' })).toThrow('No widget')
  })
})
