import { sql } from 'kysely'
import type { EntityName } from '../../../schemas/generated/entities.ts'
import type { SampleFile } from '../../../schemas/rules/checks/samples.ts'
import { monthAfter, monthNumber, monthOf } from '../../../schemas/vocabulary/months.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { lastMonth } from '../../../server/licensing/status.ts'
import type { ApiWorld } from './api-world.ts'
import { inventory } from './licences.ts'
import { sampleFileOf } from '../samples/sample-fixtures.ts'

/** Tenants of the samples and the tenants of a licence world that stand in for them. */
const TENANT_NAMES: Readonly<Record<string, string>> = { example: 'seller', bay: 'shop' }

/** Fields that a command's page prefills from the inventory row it was opened on; nobody types them. */
const PREFILLED_FIELDS = ['status', 'expirationDate', 'licenseMode', 'isPack'] as const

/** The samples of a command on an inventory row, adapted to a world: its tenants, months relative to today, and the rows stored. */
export async function samplesWithRows(world: ApiWorld, name: EntityName): Promise<SampleFile> {
  const file = sampleFileOf(name)
  const sampleMonth = String((file.context?.now as Rec | undefined)?.['month'])
  const months = Number(monthNumber(monthOf(new Date()))) - Number(monthNumber(sampleMonth))
  const text = JSON.stringify(file).replaceAll(/"(\d{4}-\d\d)"/g, (_, month: string) => JSON.stringify(monthAfter(month, months) ?? month))
  const localText = Object.entries(TENANT_NAMES).reduce(
    (result, [name, tenant]) => result.replaceAll(`"${name}"`, JSON.stringify(world.oid[tenant])),
    text,
  )
  const samples = JSON.parse(localText) as SampleFile
  const valid: SampleFile['valid'] = []
  for (const sample of samples.valid) {
    const record = sample.record as Rec
    const prefilled = await plantGroup(world, { ...(record['group'] as Rec), tenantId: record['tenantId'], count: record['count'] })
    valid.push({ ...sample, record: { ...record, ...prefilled } })
  }
  return { ...samples, valid }
}

/** Stores a group of licences directly, without the checks of the API; returns the values that commands prefill from its row. */
export async function plantGroup(world: ApiWorld, group: Rec): Promise<Rec> {
  const expirationDate = lastMonth(group['startDate'] as string | undefined, group['duration'] as number | undefined)
  const data = { ...group, ...(expirationDate !== undefined && { expirationDate }), licenseMode: 'CONSUMPTION' }
  const oid = `group ${JSON.stringify(data)}`
  await world.database.transaction(EVERYTHING, (queries) =>
    sql`insert into entity.license (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, updated_at)
      select t.oid, t.path, ${oid}, 1, ${JSON.stringify(data)}::jsonb, '', '{}', now(), now() from tenant t where t.oid = ${group['tenantId']}
      on conflict do nothing`.execute(queries),
  )
  const { data: rows } = (await inventory(world, String(group['tenantId']))).body
  const row = rows.find((one) => one['oid'] === oid)
  if (row === undefined) throw new Error(`the group ${oid} is not there`)
  return {
    stock: row['count'],
    ...Object.fromEntries(PREFILLED_FIELDS.flatMap((field) => (row[field] === undefined ? [] : [[field, row[field]]]))),
  }
}
