import { describe, expect, it } from 'vitest'
import { entitySchemas } from '../generated/entities.ts'
import type { RuleContext } from '../vocabulary/context.ts'
import type { Rec } from '../vocabulary/types.ts'
import { compileRules } from './compile/compile.ts'
import { ruleSetOf } from './compile/rule-set.ts'
import { settle } from './settle.ts'

const rules = compileRules(entitySchemas['external-gateway'])
const context: RuleContext = {
  tenant: { oid: 't', name: 'T', type: 'managed_customer' },
  user: { oid: 'u' },
  can: { create: true, read: true, update: true },
  feature: {},
  editor: { creating: true },
}

/** The default security settings of a new gateway of a type. */
function securityOf(type: string): unknown {
  const next = { ...ruleSetOf(rules).defaults, type }
  const { record } = settle({ rules, stored: null, next, touched: ['/type'], context, lookup: () => undefined })
  return (record as Rec)['security']
}

describe('S2 section 9, a new gateway', () => {
  it(
    'of type vti starts with AES128CBC, MD5 and group 1, then 3DESCBC, MD5 and group 1, without lifetimes and MTU',
    { tags: ['S2-4.1', 'S2-9.3'] },
    () => {
      const security = securityOf('vti') as Rec
      expect(security).toMatchObject({
        ikeEncryptionCypher: 'AES128CBC',
        ikeAuthCypher: 'MD5',
        ikeDhGroup: 1,
        ipsecEncryptionCypher: '3DESCBC',
        ipsecAuthCypher: 'MD5',
        ipsecDhGroup: 1,
      })
      for (const open of ['ikeLifetime', 'ipsecLifetime', 'mtu']) expect(security[open] ?? null).toBeNull()
    },
  )

  it(
    'of type zscaler starts with AES256CBC, SHA256, group 2 and 86400 s, then NULL, MD5, group 2 and 28800 s, and 1400 bytes',
    { tags: ['S2-4.1', 'S2-9.4'] },
    () => {
      expect(securityOf('zscaler')).toMatchObject({
        ikeEncryptionCypher: 'AES256CBC',
        ikeAuthCypher: 'SHA256',
        ikeDhGroup: 2,
        ikeLifetime: 86_400,
        ipsecEncryptionCypher: 'NULL',
        ipsecAuthCypher: 'MD5',
        ipsecDhGroup: 2,
        ipsecLifetime: 28_800,
        mtu: 1400,
      })
    },
  )
})
