import { describe, expect, it } from 'vitest'
import type { RuleContext } from '../../vocabulary/context.ts'
import type { EntitySchema } from '../../vocabulary/types.ts'
import { compileRules } from '../compile/compile.ts'
import { openSession } from './session.ts'

const schema = {
  $id: 'thing',
  type: 'object',
  'x-context': { editor: ['unlocked'] },
  properties: { kind: { type: 'string' }, size: { type: 'integer' } },
  required: [],
  'x-rules': [
    {
      id: 'size-of-large',
      fields: ['size'],
      effect: 'enable',
      when: { '$editor.unlocked': { not: true }, kind: 'large' },
      because: 'thing.because.large',
    },
  ],
} as unknown as EntitySchema

const context = (unlocked: boolean): RuleContext => ({
  tenant: { oid: 't', name: 'T', type: 'po' },
  user: { oid: 'u' },
  can: {},
  feature: {},
  editor: { unlocked },
})

const stored = { kind: 'large', size: 1 }

describe('a mode of an editor', () => {
  const openUnlocked = () => {
    const session = openSession(compileRules(schema), stored, { stored, context: context(false), lookup: () => undefined })
    session.change('/size', 7)
    session.contextChanged(context(true), ['$editor.unlocked'])
    return session
  }

  it('locks a control and keeps the value that the user entered there', () => {
    const session = openUnlocked()
    expect(session.state('/size').enabled).toBe(false)
    expect(session.record).toEqual({ kind: 'large', size: 7 })
    expect(session.touched).toEqual(['/size'])
  })

  it('does not keep a value that another rule locks', () => {
    const session = openUnlocked()
    session.change('/kind', 'small')
    expect(session.record).toEqual({ kind: 'small', size: 1 })
    session.change('/kind', 'large')
    expect(session.record).toEqual({ kind: 'large', size: 7 })
  })
})
