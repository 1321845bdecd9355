import { describe, expect, it } from 'vitest'
import { DatabaseAway } from '../../server/db/errors.ts'
import { EnvError } from '../../server/env/env-error.ts'
import { reasonOf } from './run-command.ts'

class Refused extends Error {}

describe('a command that cannot do its work', () => {
  it('says why it refuses', () => {
    expect(reasonOf(new EnvError('DATA_DIR', 'must be a folder'), [])).toBe('DATA_DIR must be a folder.')
    expect(reasonOf(new Refused('The file exists.'), [Refused])).toBe('The file exists.')
  })

  it.each([
    ['a connection that was refused', new DatabaseAway('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED' })],
    [
      'a worker of Citus that does not answer',
      Object.assign(new Error('connection to the remote node 10.0.0.7:5432 failed'), { code: '08006' }),
    ],
    ['a server that ends', Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })],
  ])('says that the database went away: %s', (_, error) => {
    expect(reasonOf(error, [Refused])).toBe(
      `The database went away while the command worked (${error.message}); run the command again when it answers.`,
    )
  })

  it('says nothing of a fault, whose stack is needed', () => {
    expect(reasonOf(new TypeError('x is undefined'), [Refused])).toBeUndefined()
    expect(reasonOf(new Refused('Of another command.'), [])).toBeUndefined()
  })
})
