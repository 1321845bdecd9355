import type { ServedRecord } from '../../schemas/plan.ts'
import { fieldValue } from '../../schemas/vocabulary/paths/field-path.ts'
import { rowEntities, rowEntity } from '../data/row-entities.ts'
import { createPath, createVerb, recordPath } from '../descriptor/record-pages.ts'
import type { RendererHost, PageProps } from '../host.tsx'
import type { Screen } from '../descriptor/screen.ts'

/** Where a row leads to. */
export interface RowLink {
  kind: 'edit' | 'view' | 'configure'
  path: string
  /** Navigation state: what a new record begins with. */
  state?: { prefill: Record<string, unknown> }
}

/** The editor of a row's record, or a new record that begins with values of the row; undefined where nothing opens. */
export function rowLinkOf(row: ServedRecord, { schema, screen }: PageProps, host: RendererHost): RowLink | undefined {
  const { name } = schema['x-entity']
  const entity = rowEntity(schema, row)
  const kind = row.can.update === true ? 'edit' : 'view'
  if (entity === undefined) return creationOf(row, { schema, screen }, host)
  const shown = entity === name ? screen : host.screenOf(entity)
  if (!shown?.editor) return undefined
  return { kind, path: recordPath(host.listPath(entity), shown, { record: row, link: kind === 'edit' ? 'edit' : 'consult' }) }
}

function creationOf(row: ServedRecord, { schema, screen }: PageProps, host: RendererHost): RowLink | undefined {
  const value = fieldValue(row, schema['x-entity'].rowsOf?.field ?? '')
  const kind = screen.list?.kinds?.[String(value)]
  const made = kind && host.screenOf(kind.create)
  if (!kind || !made?.editor || host.ruleContext(kind.create).can.create !== true) return undefined
  const given = Object.entries(kind.prefill).map(([field, from]): [string, unknown] => [field, fieldValue(row, from)])
  const prefill = Object.fromEntries(given.filter(([, held]) => held !== undefined))
  return { kind: 'configure', path: createPath(host.listPath(kind.create), made, prefill), state: { prefill } }
}

/** A page of an entity whose records rows represent. */
export interface EntityPlace {
  entity: string
  /** Verb of its creation. */
  verb: string
  addresses: ReturnType<typeof listAddresses>
  has: { editor: boolean; bulk: boolean; journal: boolean; summary: boolean }
}

/** The pages of every entity whose records rows represent. */
export function placesOf({ schema, screen }: PageProps, host: RendererHost): EntityPlace[] {
  const { name } = schema['x-entity']
  return rowEntities(schema).flatMap((entity) => {
    const shown = entity === name ? screen : host.screenOf(entity)
    if (!shown) return []
    const has = {
      editor: shown.editor !== undefined,
      bulk: shown.bulk !== undefined,
      journal: shown.journal !== undefined,
      summary: shown.summary !== undefined,
    }
    return [{ entity, verb: createVerb(shown), addresses: listAddresses(host.listPath(entity), shown), has }]
  })
}

/** Addresses below a list (S0 section 2): a screen with a verb of its own has it in the address, too. */
export function listAddresses(listPath: string, screen: Screen) {
  return {
    create: createPath(listPath, screen),
    bulk: `${listPath}/bulk`,
    journal: `${listPath}/journal`,
    summary: `${listPath}/summary`,
    /** Second editors (`editor.alternatives`). The oid may hold a slash. */
    other: (name: string, oid: string) => `${listPath}/${name}/${encodeURIComponent(oid)}`,
  }
}
