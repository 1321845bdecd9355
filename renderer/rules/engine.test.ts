import { expect, it } from 'vitest'
import { loadValidator } from '../../schemas/generated/validators/load.ts'
import { loadSchema } from '../../schemas/generated/load-schema.ts'
import type { RuleContext } from '../../schemas/vocabulary/context.ts'
import { openRules, refusalsOf } from './engine.ts'

const context: RuleContext = {
  tenant: { oid: 't', name: 'T', type: 'managed_customer' },
  user: { oid: 'u' },
  can: { update: true },
  feature: {},
  editor: {},
}

it('finds what is wrong with a record of another service, and nothing in what that sends besides', async () => {
  const [schema, validate] = await Promise.all([loadSchema('overlay-security'), loadValidator('overlay-security')])
  const record = { oid: 's', mtu: 1, credentials: { mode: 'psk', configured: true, certificate: 'none' } }
  const session = openRules(schema, record, { stored: record, context, lookup: () => undefined })
  const pointers = refusalsOf(session, validate).map(({ pointer }) => pointer)
  expect(pointers).toContain('/mtu')
  expect(pointers.filter((pointer) => pointer.startsWith('/credentials'))).toEqual([])
})

it('leaves alone what an earlier release accepted and may stay, until somebody changes it', async () => {
  const [written, validate] = await Promise.all([loadSchema('overlay-security'), loadValidator('overlay-security')])
  const mtu = { ...written.properties['mtu'], 'x-since': { keep: true as const } }
  const schema = { ...written, properties: { ...written.properties, mtu } }
  const record = { oid: 's', mtu: 1, credentials: { mode: 'psk', configured: true } }
  const session = openRules(schema, record, { stored: record, context, lookup: () => undefined })
  const pointers = (): string[] => refusalsOf(session, validate).map(({ pointer }) => pointer)
  expect(pointers()).not.toContain('/mtu')
  session.change('/mtu', 2)
  expect(pointers()).toContain('/mtu')
})
