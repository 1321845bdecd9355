import { describe, expect, it } from 'vitest'
import { entry, example, exampleSchema } from '../../data/example.fixture.ts'
import { pastRecord } from './past-record.ts'

const changes = (fields: Record<string, [unknown, unknown]>) => ({
  eventDetails: { changes: Object.fromEntries(Object.entries(fields).map(([name, [before, after]]) => [name, { before, after }])) },
})

describe('a record as it was', () => {
  const record = example(1, { holder: 'Carl', heightU: 3, roomOid: 'south', roomName: 'South room' })
  const entries = [
    entry(1, changes({ holder: ['Bob', 'Carl'] })),
    entry(2, {
      eventDetails: { changes: { roomOid: { before: 'north', after: 'south', beforeName: 'North room', afterName: 'South room' } } },
    }),
    entry(3, changes({ holder: ['Ann', 'Bob'], heightU: [3, 5] })),
    entry(4, changes({ heightU: [5, 3], holder: [null, 'Ann'] })),
  ]
  const then = (id: string) => pastRecord(exampleSchema, record, { entries, id }).changes

  it('is as now after the last change', () => {
    expect(then('acme.1')).toEqual({})
    expect(pastRecord(exampleSchema, record, { entries, id: 'acme.1' }).same).toContain('holder')
  })

  it('has the values from before all later changes, beside those of now', () => {
    expect(then('acme.2')).toMatchObject({ holder: { before: 'Bob', after: 'Carl' } })
    expect(then('acme.3')).toMatchObject({
      holder: { before: 'Bob', after: 'Carl' },
      roomOid: { before: 'north', beforeName: 'North room', after: 'south', afterName: 'South room' },
    })
    expect(then('acme.4')).toMatchObject({ holder: { before: 'Ann', after: 'Carl' } })
  })

  it('leaves out what was changed and changed back', () => {
    expect(
      pastRecord(
        exampleSchema,
        { ...record, heightU: 3 },
        { entries: [entry(1, changes({ heightU: [5, 3] })), entry(2, changes({ heightU: [3, 5] })), entry(3)], id: 'acme.3' },
      ).changes,
    ).toEqual({})
  })
})
