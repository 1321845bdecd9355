import { describe, expect, it } from 'vitest'
import type { QueryResult } from 'pg'
import { connectionOf } from './connection.ts'
import { Pulse } from './pulse.ts'

describe('a connection', () => {
  it('sends what is asked of it in one turn together, also after promises that are settled', async () => {
    const sent: string[] = []
    const note = (text: string) => () => void sent.push(text)
    const answer = { rows: [], rowCount: 0, command: 'SELECT' } as unknown as QueryResult
    const query = async ({ text }: { text: string }): Promise<QueryResult> => (note(text)(), answer)
    const client = { query, connection: { stream: { cork: note('gather'), uncork: note('send') } } }
    const connection = connectionOf(client, { listeners: new Set(), pulse: new Pulse(), named: false })
    const work = async (): Promise<void> => {
      connection.gather()
      const begin = connection.control('begin')
      await Promise.resolve()
      const found = connection.control('select 1')
      await Promise.all([begin, found])
      await new Promise((done) => setImmediate(done))
      await connection.control('commit')
    }
    await Promise.resolve().then(work)
    expect(sent).toEqual(['gather', 'begin', 'select 1', 'send', 'commit'])
  })

  it('sends each statement by itself over a stream that gathers none', async () => {
    const client = { query: async () => ({ rows: [], rowCount: 0, command: 'SELECT' }) as unknown as QueryResult }
    expect(() => connectionOf(client, { listeners: new Set(), pulse: new Pulse(), named: false }).gather()).not.toThrow()
  })
})
