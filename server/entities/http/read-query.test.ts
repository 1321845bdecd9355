import { expect, it } from 'vitest'
import { HttpProblem } from '../../plugins/problem.ts'
import { clockOf } from './read-query.ts'

it('relative dates go by the zone that a call names, else by that of the profile, else by UTC', () => {
  const zoneOf = (headers: Record<string, string>, timeZone?: string) =>
    clockOf({ headers, caller: { preferences: timeZone === undefined ? {} : { timeZone } } }).zone
  expect(zoneOf({ 'x-time-zone': 'Europe/Berlin' }, 'Asia/Tokyo')).toBe('Europe/Berlin')
  expect(zoneOf({}, 'Asia/Tokyo')).toBe('Asia/Tokyo')
  expect([zoneOf({}, ''), zoneOf({})]).toEqual(['UTC', 'UTC'])
  expect(() => zoneOf({ 'x-time-zone': '+01:00' })).toThrow(HttpProblem)
})
