import { describe, expect, it } from 'vitest'
import { sortRefusals } from './server-refusals.ts'

const isShown = (pointer: string) => pointer.startsWith('/name') || pointer.startsWith('/wans')
const error = (pointer: string, key = 'k') => ({ pointer, key, message: 'm' })

describe('refusals of the service', () => {
  it('find their field in a plan and in the body of a thin call', () => {
    const { fields } = sortRefusals([error('/items/0/changes/name'), error('/data/0/wans/wan1/mtu')], isShown)
    expect(fields.map((refusal) => refusal.pointer)).toEqual(['/name', '/wans/wan1/mtu'])
  })

  it('show the first of a field only', () => {
    expect(sortRefusals([error('/name', 'first'), error('/name', 'second')], isShown).fields).toEqual([{ pointer: '/name', key: 'first' }])
  })

  it('that belong to no field of the page go to the list', () => {
    const { fields, others } = sortRefusals([error('/items/0/revision'), error('/items/0'), error('/items/0/changes/hidden')], isShown)
    expect(fields).toEqual([])
    expect(others).toHaveLength(3)
  })
})
