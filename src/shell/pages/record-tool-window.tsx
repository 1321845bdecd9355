import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { rowEntity } from '../../../renderer/data/row-entities.ts'
import { RequestError } from '../../../renderer/data/data-source.ts'
import { errorTexts, reasonText } from '../../../renderer/data/error-texts.ts'
import { recordName } from '../../../renderer/data/labels.ts'
import { recordsByOid } from '../../../renderer/data/queries/records-by.ts'
import { createPath } from '../../../renderer/descriptor/record-pages.ts'
import { loadSectionParts } from '../../../renderer/editor/layout/section-view.tsx'
import { type RecordToolProps, type RendererHost, useHost } from '../../../renderer/host.tsx'
import { sortByRight } from '../../../renderer/record-actions/chosen-rows.ts'
import { copyElsewhere } from '../../../renderer/record-tools/copied-references.ts'
import { CompareDialog } from '../../../renderer/record-tools/compare-dialog.tsx'
import { finalFields, likeRecord } from '../../../renderer/record-tools/like-record.ts'
import type { SetFieldsProps } from '../../../renderer/record-tools/contract.ts'
import { SetFieldsDialog } from '../../../renderer/record-tools/set-fields-dialog.tsx'
import { loadEntityValidator } from '../../../renderer/rules/entity-validator.ts'
import { isEntityName } from '../../../schemas/generated/entity-names.ts'
import type { TenantHit } from '../../../schemas/tenancy.ts'
import { loadSchema } from '../../../schemas/generated/load-schema.ts'
import { loadTexts } from '../../i18n/load-texts.ts'
import { learnTexts } from '../../i18n/texts.ts'
import { DuplicateDialog } from './duplicate-dialog.tsx'

type Opened = Pick<SetFieldsProps, 'schema' | 'screen' | 'validator' | 'records' | 'kept' | 'nameOf'>

/** Loads what the window is about, and opens it; a failure is a short message. */
export function RecordToolWindow(props: RecordToolProps) {
  const host = useHost()
  const navigate = useNavigate()
  const { tool, onClose, onDone } = props
  const [opened, setOpened] = useState<Opened>()
  const load = useEffectEvent((signal: AbortSignal) => openedOf(props, host, signal))
  const show = useEffectEvent((found: Opened | string) => {
    if (typeof found === 'string') {
      host.toast('warning', found)
      onClose()
      return
    }
    const [record] = found.records
    const isCopiedHere = tool === 'like' || (tool === 'duplicate' && !host.user.hasManyTenants)
    if (!isCopiedHere || !record) {
      setOpened(found)
      return
    }
    onClose()
    const prefill = likeRecord(found, record)
    const state = { prefill, final: finalFields(found.schema, prefill) }
    void navigate(createPath(host.listPath(found.schema['x-entity'].name), found.screen, record), { state })
  })
  const fail = useEffectEvent((error: unknown) => {
    onClose()
    if (!(error instanceof RequestError)) throw error
    host.toast('danger', errorTexts(host, error).join(' '))
  })
  useEffect(() => {
    const stop = new AbortController()
    const unlessStopped =
      <T,>(then: (value: T) => void) =>
      (value: T) =>
        stop.signal.aborted ? undefined : then(value)
    load(stop.signal).then(unlessStopped(show), unlessStopped(fail))
    return () => stop.abort()
  }, [])
  if (!opened) return null
  if (tool === 'duplicate') return <Duplicate {...opened} onClose={onClose} />
  const Window = tool === 'set' ? SetFieldsDialog : CompareDialog
  return <Window {...opened} onClose={onClose} onDone={onDone} />
}

/** Begins the copy of a record in the tenant that a person chooses. */
function Duplicate({ schema, screen, records: [record], nameOf, onClose }: Opened & { onClose: () => void }) {
  const host = useHost()
  const navigate = useNavigate()
  const { name: entity, resource } = schema['x-entity']
  if (!record) return null
  const mayCreate = async (tenantOid: string): Promise<boolean> => {
    const can = tenantOid === host.tenant.oid ? host.ruleContext(entity).can : await host.canIn(entity, tenantOid)
    return can.create === true
  }
  const begin = async (tenant: TenantHit): Promise<string | undefined> => {
    try {
      if (!(await mayCreate(tenant.oid)))
        return host.t('editor.duplicate.refused', { tenant: tenant.name, records: host.t(`${entity}.many`) })
      const copy = likeRecord({ schema, screen }, record)
      const isHere = tenant.oid === host.tenant.oid
      const start = isHere ? { prefill: copy } : await copyElsewhere(schema, copy, { into: tenant, host })
      onClose()
      const state = { ...start, final: finalFields(schema, start.prefill) }
      void navigate(createPath(host.listPath(entity, tenant.oid), screen, record), { state })
      return undefined
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      return errorTexts(host, error).join(' ')
    }
  }
  return (
    <DuplicateDialog
      title={host.t('editor.duplicate.title', { name: nameOf(record) })}
      resource={resource}
      records={host.t(`${entity}.many`)}
      mayCreate={mayCreate}
      onChoose={begin}
      onClose={onClose}
    />
  )
}

/** The chosen records with all of their fields, and what a form of theirs needs; a sentence where nothing can be done with them. */
async function openedOf(
  { tool, schema: listSchema, rows }: RecordToolProps,
  host: RendererHost,
  signal: AbortSignal,
): Promise<Opened | string> {
  const { t, language } = host
  const chosen = typeof rows === 'function' ? await rows(signal) : rows
  const { records: allowed, kept } = tool === 'set' ? sortByRight(chosen, 'update') : { records: [...chosen], kept: [] }
  const entities = new Set(allowed.map((row) => rowEntity(listSchema, row)))
  const [entity] = entities
  if (entities.size > 1) return t('list.tool.kinds')
  const screen = entity === undefined ? undefined : host.screenOf(entity)
  if (entity === undefined || !isEntityName(entity) || !screen?.editor) return reasonText(host, kept[0]?.reason)
  const [schema, validator] = await Promise.all([
    loadSchema(entity),
    loadEntityValidator(entity),
    loadSectionParts(screen),
    learnTexts(loadTexts, [entity]),
  ])
  const isWhole = entity === listSchema['x-entity'].name
  const records =
    isWhole && tool !== 'like'
      ? allowed
      : await recordsByOid(host.source, { entity, oids: allowed.map(({ oid }) => oid), tenantOid: host.tenant.oid, signal })
  const number = new Intl.NumberFormat(language)
  return {
    schema,
    screen,
    validator,
    records,
    kept: kept.map(({ reason, count }) => t('list.delete.kept', { count, rows: number.format(count), because: reasonText(host, reason) })),
    nameOf: (record) => recordName({ schema, screen }, record),
  }
}
