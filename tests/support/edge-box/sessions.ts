import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { SampleFile } from '../../../schemas/rules/checks/samples.ts'
import { expandSamples } from '../../../schemas/rules/checks/whole-samples.ts'
import { compileRules } from '../../../schemas/rules/compile/compile.ts'
import { ruleSetOf } from '../../../schemas/rules/compile/rule-set.ts'
import { openSession, type Session } from '../../../schemas/rules/session/session.ts'
import { settle } from '../../../schemas/rules/settle.ts'
import { mergeRecords, changedPointersOf } from '../../../schemas/vocabulary/changes.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import { parsePointer, valueAt, withValueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'

/** The rules of edge boxes. */
export const rules = compileRules(entitySchemas['edge-box'], (id) => (entitySchemas as Record<string, EntitySchema>)[id])
export const { defaults } = ruleSetOf(rules)
const file = JSON.parse(readFileSync(new URL('../../../schemas/entities/edge-box.samples.json', import.meta.url), 'utf8')) as SampleFile
const samples = expandSamples(file)
export const lookup = (entity: string, oid: string): Rec | undefined => samples.references?.[entity]?.[oid]
export const contextOf = (editor: Record<string, boolean> = {}): RuleContext => ({
  tenant: { oid: 't', name: 'T', type: 'diy_customer' },
  user: { oid: 'u' },
  can: { create: true, read: true, update: true, delete: true, readExternalGateway: true },
  feature: { sdi: true },
  editor,
})

/** A stored box based on a sample, with the given changes and `rows` rows in each large list. */
export function boxOf(rows: number, { name = 'spoke', changes = {} }: { name?: string; changes?: Rec } = {}): Rec {
  const sample = samples.valid[file.valid.findIndex((one) => one.name === name)]?.record ?? {}
  const range = Array.from({ length: rows }, (_, index) => index)
  const lan = {
    subnets: range.map((row) => ({ id: `s${row}`, prefix: `10.${1 + Math.floor(row / 256)}.${row % 256}.0`, mask: 24 })),
    interfaces: range.map((row) => ({
      id: `i${row}`,
      name: `lan${row}`,
      vlanId: 100 + row,
      ipAddress: `172.16.${row % 256}.1`,
      mask: 24,
      dhcpRelayEnabled: true,
      dhcpServerAddress: '10.0.0.5',
    })),
  }
  const connections = {
    wanConnections: range.map((row) => ({ id: `c${row}`, edgeBox: `box-${row}`, wanIdentifier: 'wan1', networkPref: 100 })),
  }
  const record = [sample, { lan, wans: { wan1: connections, wan2: connections } }, changes].reduce(mergeRecords)
  const input = { next: mergeRecords(defaults, record), touched: changedPointersOf(record), context: contextOf({ creating: true }), lookup }
  return settle({ rules, stored: null, ...input }).record
}

export function open(stored: Rec, context = contextOf()): Session {
  return openSession(rules, stored, { stored, context, lookup })
}

export const at = (session: { record: Rec }, pointer: string): unknown => valueAt(session.record, parsePointer(pointer))

/** Asserts that the service, given the changes of the session, produces the same record and the same refusals. */
export function expectAgreement(session: Session, stored: Rec, context = contextOf()): void {
  const next = session.touched.reduce((record, pointer) => withValueAt(record, parsePointer(pointer), at(session, pointer)), stored)
  const settled = settle({ rules, stored, next, touched: session.touched, context, lookup, unchangedCounts: true })
  expect(settled.record).toEqual(session.record)
  expect(settled.refusals).toEqual(session.refusals())
}
