import { createInstance } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { sheetModel } from '../../../renderer/bulk/open-model.ts'
import type { SheetModel } from '../../../renderer/bulk/sheet/sheet-model.ts'
import { createSheetService } from '../../../renderer/bulk/worker/sheet-service.ts'
import { cellNote } from '../../../renderer/bulk/grid/sheet-columns.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { loadCsvMap } from '../../../schemas/generated/csv/load.ts'
import { entitySchemas, type EntityName } from '../../../schemas/generated/entities.ts'
import { loadValidator } from '../../../schemas/generated/validators/load.ts'
import { compileRules } from '../../../schemas/rules/compile/compile.ts'
import { settle } from '../../../schemas/rules/settle.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { TenantType } from '../../../schemas/vocabulary/context.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { readTexts } from '../../../scripts/tooling/vite/texts-plugin.ts'
import { applianceScreen } from '../../../screens/appliance.screen.ts'
import { customerScreen } from '../../../screens/customer.screen.ts'
import { partnerScreen } from '../../../screens/partner.screen.ts'
import { userRoleScreen } from '../../../screens/user-role.screen.ts'
import type { FactId } from '../../proofs/facts.ts'
import { eachCase } from '../../support/each-case.ts'
import { readHere, runHere } from '../../support/csv/in-this-thread.ts'

/** A sheet and the tenant in which it is open. */
interface Sheet {
  entity: EntityName
  screen: Screen
  tenant: { oid: string; name: string; type: TenantType }
}

const platform = { oid: 'platform', name: 'Platform', type: 'po' } as const
const vad = { oid: 'v', name: 'Vad', type: 'vad' } as const
const msp = { oid: 'm', name: 'Bay Services', type: 'msp' } as const

/** Tenants that a cell may name, as the service returns them. */
const tenants: Rec[] = [
  { ...platform, parentOid: null, attachable: true, creatablePartnerTypes: ['vad'], assignableRoles: ['sa', 'viewer'] },
  { ...vad, parentOid: 'platform', creatablePartnerTypes: ['msp'], creatableCustomerTypes: [] },
  { ...msp, parentOid: 'platform', attachable: true, creatableCustomerTypes: ['managed_customer'], assignableRoles: ['admin', 'viewer'] },
  { oid: 'o', name: 'Other', type: 'msp', parentOid: 'v', attachable: false, creatableCustomerTypes: [], assignableRoles: [] },
  { oid: 'c', name: 'Quay', type: 'diy_customer', parentOid: 'm' },
  ...['t1', 't2'].map((oid) => ({ oid, name: 'Twin', type: 'vad', parentOid: 'platform' })),
]

const storedRecords: Partial<Record<EntityName, ServedRecord[]>> = {
  appliance: [
    {
      oid: 'a1',
      revision: 1,
      can: { update: true },
      serialNumber: 'SN1',
      tenantId: 'platform',
      ownerName: 'Platform',
      ownerType: 'po',
      status: 'In Stock',
    },
  ],
}

/** Imports a file into the sheet and returns its checked rows. */
async function importRows({ entity, screen, tenant }: Sheet, csv: string) {
  const schema = entitySchemas[entity] as EntitySchema
  const validate = await loadValidator(entity)
  const model: SheetModel = sheetModel(
    { schema, screen, map: await loadCsvMap(entity) },
    {
      t: (key) => key,
      ruleContext: () => ({
        tenant,
        user: { oid: 'u' },
        can: { create: true, update: true, delete: true, readDomain: true },
        feature: {},
        editor: {},
      }),
      tenant,
    },
  )
  const service = createSheetService(async () => ({ validate, settle, rules: compileRules(schema) }), runHere, readHere)
  await service.open(model)
  await service.learn({ entity: 'tenant', labels: [], records: [tenants.find(({ oid }) => oid === tenant.oid) ?? {}], labelField: 'name' })
  await service.load(storedRecords[entity] ?? [])
  await service.dropMissing((storedRecords[entity] ?? []).map(({ oid }) => oid))
  await service.importFile(new TextEncoder().encode(csv).buffer as ArrayBuffer)
  for (const lookup of await service.questions()) {
    const records = tenants.filter(({ oid, name }) => lookup.labels.some((label) => label === name || label === oid))
    await service.learn({ entity: lookup.entity, labels: lookup.labels, records, labelField: 'name' })
  }
  await service.check()
  await service.show({ kind: 'all', search: '' })
  return { rows: await service.window(0, 100), model }
}

const partners: Sheet = { entity: 'partner', screen: partnerScreen, tenant: platform }
const customers: Sheet = { entity: 'customer', screen: customerScreen, tenant: msp }
const customersBelow: Sheet = { entity: 'customer', screen: customerScreen, tenant: vad }
const people: Sheet = { entity: 'user-role', screen: userRoleScreen, tenant: msp }
const appliances: Sheet = { entity: 'appliance', screen: applianceScreen, tenant: platform }

const partnerHeader = 'parentName,name,type,state,licensingMode,contactName,contactEmail\n'
const customerHeader = 'parentName,name,type,apoDomain,contactName,contactEmail\n'
const personHeader = 'tenantName,mail,name,role\n'
const applianceHeader = 'serialNumber,ownerType,ownerName,status\n'

/** A file with one faulty row, the column of the error, and its message in English. */
type ErrorCase = [title: string, sheet: Sheet, csv: string, column: string, text: string]

/** The errors of S0 sections 5 and 8. */
const cases: [...ErrorCase, ...FactId[]][] = [
  ['an unknown partner type', partners, `${partnerHeader}Platform,A,boss,,,C,c@a.test`, 'type', '“boss” is not a known value.', 'S0-5.26'],
  [
    'a partner type that the user may not create',
    partners,
    `${partnerHeader}Platform,A,reseller,,,C,c@a.test`,
    'type',
    'Type not authorised: only types that you may create below the parent are allowed.',
    'S0-5.27',
  ],
  ['an unknown state', partners, `${partnerHeader}Platform,A,vad,asleep,,C,c@a.test`, 'state', '“asleep” is not a known value.', 'S0-5.28'],
  [
    'an unknown licensing mode',
    partners,
    `${partnerHeader}Platform,A,vad,,rent,C,c@a.test`,
    'licensingMode',
    '“rent” is not a known value.',
    'S0-5.29',
  ],
  [
    'an unknown parent',
    partners,
    `${partnerHeader}Nowhere,A,vad,,,C,c@a.test`,
    'parentName',
    '“Nowhere” is not a tenant below which you may create this.',
    'S0-5.32',
  ],
  ['a missing parent', partners, `${partnerHeader},A,vad,,,C,c@a.test`, 'parentName', 'This field is mandatory.', 'S0-5.30'],
  [
    'an ambiguous parent name',
    partners,
    `${partnerHeader}Twin,A,vad,,,C,c@a.test`,
    'parentName',
    'There are several called “Twin”; use the identifier.',
  ],
  ['a missing name', partners, `${partnerHeader}Platform,,vad,,,C,c@a.test`, 'name', 'This field is mandatory.'],
  [
    'a name of 101 characters',
    partners,
    `${partnerHeader}Platform,${'n'.repeat(101)},vad,,,C,c@a.test`,
    'name',
    'Enter at most 100 characters.',
  ],
  [
    'an invalid mail address',
    partners,
    `${partnerHeader}Platform,A,vad,,,C,c at a`,
    'contactEmail',
    'Enter a mail address, such as name@example.com.',
  ],
  [
    'a semicolon in a cell',
    partners,
    `${partnerHeader}Platform,A,vad,,,"C;D",c@a.test`,
    'contactName',
    'A cell must not contain a semicolon; “C;D” was not accepted.',
    'S0-5.49',
  ],
  [
    'a parent other than the current tenant',
    customers,
    `${customerHeader}Other,A,managed_customer,d,C,c@a.test`,
    'parentName',
    '“Other” is neither the current tenant nor one below it where you may create this.',
    'S0-5.31',
  ],
  [
    'a parent that is nowhere below the distributor',
    customersBelow,
    `${customerHeader}Nowhere,A,managed_customer,d,C,c@a.test`,
    'parentName',
    '“Nowhere” is neither the current tenant nor one below it where you may create this.',
    'S0-5.31',
  ],
  [
    'the distributor itself as the parent of a customer, which may have none',
    customersBelow,
    `${customerHeader}Vad,A,managed_customer,d,C,c@a.test`,
    'parentName',
    '“Vad” is neither the current tenant nor one below it where you may create this.',
  ],
  [
    'a customer without a parent',
    customersBelow,
    `${customerHeader},A,managed_customer,d,C,c@a.test`,
    'parentName',
    'This field is mandatory.',
    'S0-5.30',
  ],
  [
    'the same new customer twice',
    customersBelow,
    `${customerHeader}Bay Services,A,managed_customer,d,C,c@a.test\nBay Services,A,managed_customer,d,C,c@a.test`,
    'name',
    'Another row of this sheet describes the same record.',
    'S0-5.76',
  ],
  [
    'a customer without a domain',
    customers,
    `${customerHeader}Bay Services,A,managed_customer,,C,c@a.test`,
    'apoDomain',
    'This field is mandatory.',
    'S0-5.34',
  ],
  [
    'a customer type that the user may not create',
    customers,
    `${customerHeader}Bay Services,A,diy_customer,d,C,c@a.test`,
    'type',
    'Type not authorised: only types that you may create below the parent are allowed.',
    'S0-5.35',
  ],
  [
    'a name of 51 characters',
    customers,
    `${customerHeader}Bay Services,${'n'.repeat(51)},managed_customer,d,C,c@a.test`,
    'name',
    'Enter at most 50 characters.',
  ],
  ['a user without a tenant', people, `${personHeader},p@a.test,P,viewer`, 'tenantName', 'This field is mandatory.', 'S0-5.36'],
  [
    'a user in a tenant without permission',
    people,
    `${personHeader}Other,p@a.test,P,viewer`,
    'tenantName',
    'Not authorised: you may not attach people to this tenant.',
    'S0-5.37',
  ],
  [
    'a user in an unknown tenant',
    people,
    `${personHeader}Nowhere,p@a.test,P,viewer`,
    'tenantName',
    'Not authorised: you may not attach people to this tenant.',
  ],
  ['a user without a name', people, `${personHeader}Bay Services,p@a.test,,viewer`, 'name', 'This field is mandatory.', 'S0-5.38'],
  [
    'a role that the user may not assign',
    people,
    `${personHeader}Bay Services,p@a.test,P,sa`,
    'role',
    'Role not authorised: only roles that you may give on this tenant are allowed.',
    'S0-5.39',
  ],
  ['an unknown role', people, `${personHeader}Bay Services,p@a.test,P,chief`, 'role', '“chief” is not a known value.'],
  [
    'an appliance without a serial number',
    appliances,
    `${applianceHeader},po,Platform,`,
    'serialNumber',
    'This field is mandatory.',
    'S0-5.41',
  ],
  [
    'an appliance that does not exist',
    appliances,
    `${applianceHeader}SN2,po,Platform,`,
    '',
    'Cannot create appliances here - use ZTP server. Only the owner assignment is supported.',
    'S0-8.19',
  ],
  [
    'an unknown status',
    appliances,
    `${applianceHeader}SN1,po,Platform,lost`,
    'status',
    '“lost” is not a known value.',
    'S0-5.44',
    'S0-8.16',
  ],
  ['a missing owner', appliances, `${applianceHeader}SN1,po,,In Stock`, 'ownerName', 'This field is mandatory.', 'S0-5.43'],
  ['a missing owner type', appliances, `${applianceHeader}SN1,,Platform,In Stock`, 'ownerType', 'This field is mandatory.', 'S0-5.42'],
  [
    'an owner without permission',
    appliances,
    `${applianceHeader}SN1,msp,Other,In Stock`,
    'ownerName',
    'This owner is not authorised. Choose the current tenant or one directly below it.',
    'S0-5.45',
    'S0-8.17',
  ],
  [
    'an unknown owner',
    appliances,
    `${applianceHeader}SN1,po,Nowhere,In Stock`,
    'ownerName',
    'This owner is not authorised. Choose the current tenant or one directly below it.',
    'S0-5.45',
  ],
  [
    "an owner type that differs from the owner's",
    appliances,
    `${applianceHeader}SN1,reseller,Bay Services,In Stock`,
    'ownerType',
    'This owner type is not authorised here, or is not the type of the owner.',
    'S0-5.46',
  ],
  [
    'the type of a customer where the platform owner assigns, even of one',
    appliances,
    `${applianceHeader}SN1,customer,Quay,In Stock`,
    'ownerType',
    'This owner type is not authorised here, or is not the type of the owner.',
    'S0-5.47',
    'S0-8.18',
  ],
]

describe('a sheet that imports a file', () => {
  const languages = ['en', 'fr', 'de', 'es']
  const i18n = createInstance()
  beforeAll(async () => {
    const resources = Object.fromEntries(languages.map((language) => [language, { translation: readTexts('locales', language) }]))
    await i18n.init({ lng: 'en', keySeparator: false, nsSeparator: false, interpolation: { escapeValue: false }, resources })
  })

  eachCase<ErrorCase>(cases)('reports %s, in every language', async (...[, sheet, csv, column, text]) => {
    const { rows, model } = await importRows(sheet, csv)
    const [row] = rows.filter(({ line }) => line === 2)
    if (row === undefined) throw new Error('the file has no row in line 2')
    expect(column === '' || model.shown.includes(column)).toBe(true)
    const notes = languages.map((lng) => cellNote(row, column, (key, params) => i18n.t(key, { ...params, lng }))?.split('\n')[0])
    expect(notes[0]).toBe(text)
    expect(new Set(notes).size).toBe(languages.length)
    for (const note of notes) expect(note).not.toMatch(/\{\{|undefined|^[a-z-]+\.[a-z]/)
  })

  it("takes each of a distributor's partners as the parent of new customers, as the form does", { tags: ['D-8.3'] }, async () => {
    const csv = `${customerHeader}Bay Services,A,managed_customer,d,C,c@a.test\nm,B,managed_customer,d,C,c@a.test`
    const { rows } = await importRows(customersBelow, csv)
    expect(rows.map(({ kind, problems }) => [kind, problems])).toEqual([
      ['new', []],
      ['new', []],
    ])
  })
})
