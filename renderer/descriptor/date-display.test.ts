import { describe, expect, it } from 'vitest'
import { patternsOf } from '../../schemas/vocabulary/schema/uniform-children.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { exampleSchema, exampleScreen } from '../data/example.fixture.ts'
import { widgets } from '../widgets/registry.ts'
import { checkScreen } from './check-screen.ts'
import { dottedDisplays } from '../journal/dotted-displays.ts'
import { dateDisplayOf, defaultDateDisplay } from './date-display.ts'
import type { Screen } from './screen.ts'

const port = { type: 'object', properties: { checkedAt: { type: 'string', format: 'date-time', readOnly: true } } } as const
const schema = {
  ...exampleSchema,
  properties: {
    ...exampleSchema.properties,
    dueAt: { type: 'string', format: 'date-time' },
    inspected: { type: 'string', format: 'date' },
    leasedFrom: { type: 'string', format: 'month' },
    ports: { type: 'object', properties: { a: port, b: port } },
  },
} as EntitySchema
const of = (path: string, dateDisplay?: Screen['dateDisplay']) => {
  const property = path.split('/').reduce<EntitySchema['properties'][string]>((at, step) => at.properties![step]!, schema as never)
  return dateDisplayOf(dateDisplay && { dateDisplay }, patternsOf(schema, path.split('/')), property)
}

describe('the display of dates', () => {
  it('follows from the schema: stamps are relative, what people enter is planned', () => {
    expect(['updatedAt', 'dueAt', 'inspected', 'leasedFrom', 'code'].map((field) => of(field))).toEqual([
      'relative',
      'planned',
      'planned',
      'month',
      undefined,
    ])
    expect(defaultDateDisplay({ type: 'string', format: 'date-time', 'x-derived': { stamp: 'createdAt' } })).toBe('relative')
  })

  it('is what the screen says, by path or for all that are alike', () => {
    expect(of('updatedAt', { updatedAt: 'exact' })).toBe('exact')
    expect(of('ports/b/checkedAt', { 'ports/*/checkedAt': 'date' })).toBe('date')
    expect(of('ports/b/checkedAt', { 'ports/*/checkedAt': 'date', 'ports/b/checkedAt': 'exact' })).toBe('exact')
    expect(dottedDisplays({ dateDisplay: { 'ports/*/checkedAt': 'date', dueAt: 'exact' } })).toEqual({
      'ports.checkedAt': 'date',
      dueAt: 'exact',
    })
  })

  it.each<[string, Screen['dateDisplay'], string]>([
    ['screen.field.unknown', { updatedOn: 'exact' }, 'rack has no field "updatedOn"'],
    [
      'screen.dateDisplay.misfit',
      { code: 'exact' },
      '"code" holds no dates: only fields of the formats date, month and date-time have a display',
    ],
    [
      'screen.dateDisplay.misfit',
      { leasedFrom: 'exact' },
      'a field of the format month is not written "exact"; write one of relative, month',
    ],
    [
      'screen.dateDisplay.misfit',
      { dueAt: 'soon' as never },
      'a field of the format date-time is not written "soon"; write one of relative, planned, exact, date, month',
    ],
  ])('is checked: %s', (id, dateDisplay, message) => {
    const found = (screen: Screen) =>
      checkScreen(screen, { schema, widgets, icons: [], hasText: () => true }).filter(({ where }) => where.includes('dateDisplay'))
    const { group, ...rest } = exampleScreen
    const field = Object.keys(dateDisplay ?? {})[0]
    expect(found({ group, dateDisplay: dateDisplay!, ...rest })).toEqual([
      { id, where: `screens/rack.screen.ts: dateDisplay.${field}`, message },
    ])
    expect(found({ group, dateDisplay: { updatedAt: 'exact', leasedFrom: 'relative', 'ports/*/checkedAt': 'month' }, ...rest })).toEqual([])
  })
})
