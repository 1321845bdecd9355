import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Queries } from '../db/database.ts'
import type { Catalogue } from '../entities/model/entity-model.ts'
import { findRows, oneRecordIn } from '../entities/records/one-record.ts'
import { isObject } from '../plan/read-plan.ts'
import type { Caller } from '../policies/caller.ts'

/** The entity that is looked at, and what its WANs refer to. */
const BOX = 'edge-box'
const NETWORK = 'transport-network'
/** WANs of an edge box, in their order. */
export const WANS = ['wan1', 'wan2', 'wan3'] as const

/** One WAN of a box as the window shows it. */
export interface WatchedWan {
  identifier: string
  isEnabled: boolean
  /** Name, empty where none is chosen or the caller may not read it. */
  transportNetwork: string
  /** kbit/s. */
  upBandwidth: number
  /** kbit/s. */
  downBandwidth: number
}

/** An edge box as the window shows it. */
export interface WatchedBox {
  oid: string
  name: string
  /** Empty: no appliance, so there is nothing to look at. */
  serialNumber: string
  wans: WatchedWan[]
}

/** The caller and a connection in the caller's scope. */
export interface BoxReader {
  queries: Queries
  catalogue: Catalogue
  caller: Caller
}

/** The box as its caller may see it; throws a 404 for one that is not in the overlay, foreign ones included. */
export async function watchedBox(
  { queries, catalogue, caller }: BoxReader,
  { overlayOid, boxOid }: { overlayOid: string; boxOid: string },
): Promise<WatchedBox> {
  const record = await oneRecordIn(queries, caller, { model: catalogue.model(BOX), oid: boxOid, named: overlayOid })
  const wans = objectAt(record, 'wans')
  const networks = WANS.map((identifier) => textAt(objectAt(wans, identifier), 'transportNetwork'))
  const names = await namesOf({ queries, catalogue, caller }, networks)
  return {
    oid: boxOid,
    name: textAt(record, 'name'),
    serialNumber: textAt(record, 'serialNumber'),
    wans: WANS.map((identifier) => watchedWan(identifier, objectAt(wans, identifier), names)),
  }
}

function watchedWan(identifier: string, wan: Rec, names: ReadonlyMap<string, string>): WatchedWan {
  const access = objectAt(wan, 'access')
  return {
    identifier,
    isEnabled: wan['state'] === 'enabled',
    transportNetwork: names.get(textAt(wan, 'transportNetwork')) ?? '',
    upBandwidth: numberAt(access, 'upBandwidth'),
    downBandwidth: numberAt(access, 'downBandwidth'),
  }
}

async function namesOf({ queries, catalogue, caller }: BoxReader, oids: readonly string[]): Promise<Map<string, string>> {
  const model = catalogue.model(NETWORK)
  const found = await findRows(queries, { model, caller, oids: [...new Set(oids.filter((oid) => oid !== ''))] })
  return new Map(found.map(({ row }) => [row.oid, textAt(row.data, model.meta.label)]))
}

function objectAt(record: Rec, name: string): Rec {
  const value = record[name]
  return isObject(value) ? value : {}
}

function textAt(record: Rec, name: string): string {
  const value = record[name]
  return typeof value === 'string' ? value : ''
}

function numberAt(record: Rec, name: string): number {
  const value = record[name]
  return typeof value === 'number' ? value : 0
}
