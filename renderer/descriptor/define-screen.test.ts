import { describe, expect, it } from 'vitest'
import { widgets } from '../widgets/registry.ts'
import { defineScreen } from './define-screen.ts'
import type { WidgetName } from './widget-uses.ts'

/** The options of every widget as `WidgetUses` types them; a missing or surplus name does not compile. */
const typedOptions: Record<WidgetName, readonly string[]> = {
  address: ['placeholder', 'below'],
  date: [],
  'date-time': [],
  'dual-list': ['empty', 'held', 'marks'],
  'editable-select': ['suggestions', 'maxLength', 'leading'],
  filter: ['of', 'rows'],
  identifier: [],
  inheritable: ['inherits'],
  mail: [],
  month: [],
  number: ['unit', 'step'],
  reference: ['hint', 'first', 'eager', 'shows'],
  secret: ['confirmed'],
  segmented: [],
  select: [],
  status: ['tones'],
  table: ['columns', 'height', 'fixedRows', 'fixed', 'marks', 'order', 'blanks'],
  tags: ['placeholder', 'monospace'],
  text: ['placeholder', 'monospace', 'with'],
  textarea: ['rows'],
  toggle: [],
}

describe('defineScreen', () => {
  it('returns the descriptor as serializable data', () => {
    const screen = defineScreen('partner', { group: 'administration', list: { columns: ['name'] } })
    expect(screen).toEqual({ group: 'administration', list: { columns: ['name'] } })
    expect(JSON.parse(JSON.stringify(screen))).toEqual(screen)
  })

  it('has types for exactly the widgets and options of the registry', () => {
    const registered = Object.fromEntries([...widgets].map(([name, widget]) => [name, [...widget.options].sort()]))
    expect(Object.fromEntries(Object.entries(typedOptions).map(([name, options]) => [name, [...options].sort()]))).toEqual(registered)
  })

  it('does not compile with names that the schema does not define', () => {
    const group = 'administration'
    // @ts-expect-error an unknown entity
    defineScreen('partnr', { group })
    // @ts-expect-error a key that nothing reads
    defineScreen('partner', { group, colour: 'red' })
    // @ts-expect-error a misspelt column
    defineScreen('partner', { group, list: { columns: ['nmae'] } })
    // @ts-expect-error a misspelt field of a column with settings
    defineScreen('partner', { group, list: { columns: [{ field: 'nmae', width: 80 }] } })
    // @ts-expect-error an order that the schema does not offer
    defineScreen('partner', { group, list: { columns: ['name'], sort: { by: 'contactName', order: 'asc' } } })
    // @ts-expect-error a tab that is no condition
    defineScreen('partner', { group, list: { columns: ['name'], tabs: ['thawed'] } })
    // @ts-expect-error a toggle on an enumeration
    defineScreen('partner', { group, list: { columns: [{ field: 'state', use: 'toggle' }] } })
    // @ts-expect-error a misspelt field in a section
    defineScreen('partner', { group, editor: { sections: { general: ['nmae'] } } })
    // @ts-expect-error a section that nothing draws
    defineScreen('partner', { group, editor: { sections: { map: { fields: [], use: 'nonsense' } } } })
    // @ts-expect-error a number widget on a text
    defineScreen('partner', { group, editor: { sections: {}, widgets: { name: 'number' } } })
    // @ts-expect-error an option of another widget
    defineScreen('partner', { group, editor: { sections: {}, widgets: { name: { use: 'text', unit: 'm' } } } })
    // @ts-expect-error a value outside the enumeration
    defineScreen('partner', { group, editor: { sections: { general: { fields: ['name'], when: { type: 'mps' } } } } })
    // @ts-expect-error a condition on an unknown field, nested
    defineScreen('partner', { group, editor: { sections: { a: { fields: ['name'], when: { any: [{ tpye: 'msp' }] } } } } })
    // @ts-expect-error a misspelt spreadsheet column
    defineScreen('partner', { group, bulk: { columns: ['nmae'] } })
    expect(group).toBe('administration')
  })

  it('compiles conditions with values, lists, operators and context', () => {
    const screen = defineScreen('partner', {
      group: 'administration',
      editor: {
        sections: { general: { fields: ['name'], when: { type: ['msp', 'reseller'], state: { not: 'frozen' }, '$can.update': true } } },
      },
    })
    expect(screen.editor?.sections).toBeDefined()
  })
})
