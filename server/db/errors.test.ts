import { describe, expect, it } from 'vitest'
import { constraintOf } from './errors.ts'

const refused = (message: string, constraint?: string): Error =>
  Object.assign(new Error(message), { code: '23505', ...(constraint !== undefined && { constraint }) })

describe('the constraint that refused', () => {
  it.each([
    ['of one server', refused('duplicate key value violates unique constraint "ux_0a_12"', 'ux_0a_12'), 'ux_0a_12'],
    ['of a shard, as Citus passes it on', refused('duplicate key value violates unique constraint "ux_0a_12_102040"'), 'ux_0a_12'],
    ['of something else', Object.assign(new Error('relation "x_1" does not exist'), { code: '42P01' }), undefined],
    ['of nothing', undefined, undefined],
  ])('%s', (_what, error, expected) => {
    expect(constraintOf(error)).toBe(expected)
  })
})
