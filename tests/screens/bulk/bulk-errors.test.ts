import { createInstance } from 'i18next'
import { beforeAll, describe, expect } from 'vitest'
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

/** Who works with the sheet, and where. */
interface Desk {
  entity: EntityName
  screen: Screen
  at: { oid: string; name: string; type: TenantType }
}

const platform = { oid: 'platform', name: 'Platform', type: 'po' } as const
const msp = { oid: 'm', name: 'Bay Services', type: 'msp' } as const

/** Tenants that a cell may name, as the service tells of them. */
const tenants: Rec[] = [
  { ...platform, parentOid: null, attachable: true, creatablePartnerTypes: ['vad'], assignableRoles: ['sa', 'viewer'] },
  { ...msp, parentOid: 'platform', attachable: true, creatableCustomerTypes: ['managed_customer'], assignableRoles: ['admin', 'viewer'] },
  { oid: 'o', name: 'Other', type: 'msp', parentOid: 'v', attachable: false, creatableCustomerTypes: [], assignableRoles: [] },
  { oid: 't1', name: 'Twin', type: 'msp', parentOid: 'platform' },
  { oid: 't2', name: 'Twin', type: 'msp', parentOid: 'platform' },
]

const known: Partial<Record<EntityName, ServedRecord[]>> = {
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

/** What the sheet says of each line of a file. */
async function said({ entity, screen, at }: Desk, csv: string) {
  const schema = entitySchemas[entity] as unknown as EntitySchema
  const validate = await loadValidator(entity)
  const model: SheetModel = sheetModel(
    { schema, screen, map: await loadCsvMap(entity) },
    {
      t: (key) => key,
      ruleContext: () => ({
        tenant: at,
        user: { oid: 'u' },
        can: { create: true, update: true, delete: true, readDomain: true },
        feature: {},
        editor: {},
      }),
      tenant: at,
    },
  )
  const service = createSheetService(
    async () => ({ validate, settle, rules: compileRules(schema) }),
    async (steps) => {
      for (const step of steps) void step
      return 'done'
    },
  )
  await service.open(model)
  await service.learn({ entity: 'tenant', labels: [], records: [tenants.find(({ oid }) => oid === at.oid) ?? {}], labelField: 'name' })
  await service.load(known[entity] ?? [])
  await service.dropMissing((known[entity] ?? []).map(({ oid }) => oid))
  await service.importFile(new TextEncoder().encode(csv).buffer as ArrayBuffer)
  for (const question of await service.questions()) {
    const records = tenants.filter(({ name }) => question.labels.includes(String(name)))
    await service.learn({ entity: question.entity, labels: question.labels, records, labelField: 'name' })
  }
  await service.check()
  await service.show({ kind: 'all', search: '' })
  return { rows: await service.window(0, 100), model }
}

const partners: Desk = { entity: 'partner', screen: partnerScreen, at: platform }
const customers: Desk = { entity: 'customer', screen: customerScreen, at: msp }
const people: Desk = { entity: 'user-role', screen: userRoleScreen, at: msp }
const appliances: Desk = { entity: 'appliance', screen: applianceScreen, at: platform }

const partner = 'parentName,name,type,state,licensingMode,contactName,contactEmail\n'
const customer = 'parentName,name,type,apoDomain,contactName,contactEmail\n'
const person = 'tenantName,mail,name,role\n'
const appliance = 'serialNumber,ownerType,ownerName,status\n'

/** The file, the column, and what is said in English. */
type Line = [about: string, desk: Desk, csv: string, column: string, text: string]

/** S0 sections 5 and 8, one line each. */
const lines: [...Line, ...FactId[]][] = [
  ['a partner of no known type', partners, `${partner}Platform,A,boss,,,C,c@a.test`, 'type', '“boss” is not a known value.', 'S0-5.26'],
  [
    'a partner of a type that may not be',
    partners,
    `${partner}Platform,A,reseller,,,C,c@a.test`,
    'type',
    'Type not authorised: only types that you may create below the parent are allowed.',
    'S0-5.27',
  ],
  ['no known state', partners, `${partner}Platform,A,vad,asleep,,C,c@a.test`, 'state', '“asleep” is not a known value.', 'S0-5.28'],
  [
    'no known licensing mode',
    partners,
    `${partner}Platform,A,vad,,rent,C,c@a.test`,
    'licensingMode',
    '“rent” is not a known value.',
    'S0-5.29',
  ],
  [
    'a parent that is nowhere',
    partners,
    `${partner}Nowhere,A,vad,,,C,c@a.test`,
    'parentName',
    '“Nowhere” is not a tenant below which you may create this.',
    'S0-5.32',
  ],
  ['no parent', partners, `${partner},A,vad,,,C,c@a.test`, 'parentName', 'This field is mandatory.', 'S0-5.30'],
  [
    'a parent of a name that two have',
    partners,
    `${partner}Twin,A,vad,,,C,c@a.test`,
    'parentName',
    'There are several called “Twin”; use the identifier.',
  ],
  ['no name', partners, `${partner}Platform,,vad,,,C,c@a.test`, 'name', 'This field is mandatory.'],
  ['a name of 101 letters', partners, `${partner}Platform,${'n'.repeat(101)},vad,,,C,c@a.test`, 'name', 'Enter at most 100 characters.'],
  [
    'an address that is none',
    partners,
    `${partner}Platform,A,vad,,,C,c at a`,
    'contactEmail',
    'Enter a mail address, such as name@example.com.',
  ],
  [
    'a semicolon',
    partners,
    `${partner}Platform,A,vad,,,"C;D",c@a.test`,
    'contactName',
    'A cell must not contain a semicolon; “C;D” was not accepted.',
    'S0-5.49',
  ],
  [
    'another parent than the tenant',
    customers,
    `${customer}Other,A,managed_customer,d,C,c@a.test`,
    'parentName',
    'The parent must be the current tenant.',
    'S0-5.31',
  ],
  [
    'a customer without a domain',
    customers,
    `${customer}Bay Services,A,managed_customer,,C,c@a.test`,
    'apoDomain',
    'This field is mandatory.',
    'S0-5.34',
  ],
  [
    'a customer of a type that may not be',
    customers,
    `${customer}Bay Services,A,diy_customer,d,C,c@a.test`,
    'type',
    'Type not authorised: only types that you may create below the parent are allowed.',
    'S0-5.35',
  ],
  [
    'a name of 51 letters',
    customers,
    `${customer}Bay Services,${'n'.repeat(51)},managed_customer,d,C,c@a.test`,
    'name',
    'Enter at most 50 characters.',
  ],
  ['a person nowhere', people, `${person},p@a.test,P,viewer`, 'tenantName', 'This field is mandatory.', 'S0-5.36'],
  [
    'a person in a tenant of others',
    people,
    `${person}Other,p@a.test,P,viewer`,
    'tenantName',
    'Not authorised: you may not attach people to this tenant.',
    'S0-5.37',
  ],
  [
    'a person in a tenant that is not there',
    people,
    `${person}Nowhere,p@a.test,P,viewer`,
    'tenantName',
    'Not authorised: you may not attach people to this tenant.',
  ],
  ['a person without a name', people, `${person}Bay Services,p@a.test,,viewer`, 'name', 'This field is mandatory.', 'S0-5.38'],
  [
    'a role that may not be given',
    people,
    `${person}Bay Services,p@a.test,P,sa`,
    'role',
    'Role not authorised: only roles that you may give on this tenant are allowed.',
    'S0-5.39',
  ],
  ['a role that is none', people, `${person}Bay Services,p@a.test,P,chief`, 'role', '“chief” is not a known value.'],
  ['an appliance without a serial number', appliances, `${appliance},po,Platform,`, 'serialNumber', 'This field is mandatory.', 'S0-5.41'],
  [
    'an appliance that is not there',
    appliances,
    `${appliance}SN2,po,Platform,`,
    '',
    'Cannot create appliances here - use ZTP server. Only the owner assignment is supported.',
    'S0-8.19',
  ],
  ['a status that is none', appliances, `${appliance}SN1,po,Platform,lost`, 'status', '“lost” is not a known value.', 'S0-5.44', 'S0-8.16'],
  ['no owner', appliances, `${appliance}SN1,po,,In Stock`, 'ownerName', 'This field is mandatory.', 'S0-5.43'],
  ['no type of owner', appliances, `${appliance}SN1,,Platform,In Stock`, 'ownerType', 'This field is mandatory.', 'S0-5.42'],
  [
    'an owner of others',
    appliances,
    `${appliance}SN1,msp,Other,In Stock`,
    'ownerName',
    'This owner is not authorised. Choose the current tenant or one directly below it.',
    'S0-5.45',
    'S0-8.17',
  ],
  [
    'an owner that is not there',
    appliances,
    `${appliance}SN1,po,Nowhere,In Stock`,
    'ownerName',
    'This owner is not authorised. Choose the current tenant or one directly below it.',
    'S0-5.45',
  ],
  [
    'a type that the owner is not',
    appliances,
    `${appliance}SN1,reseller,Bay Services,In Stock`,
    'ownerType',
    'This owner type is not authorised here, or is not the type of the owner.',
    'S0-5.46',
  ],
  [
    'a type that may not be owner here',
    appliances,
    `${appliance}SN1,customer,Platform,In Stock`,
    'ownerType',
    'This owner type is not authorised here, or is not the type of the owner.',
    'S0-5.47',
    'S0-8.18',
  ],
]

describe('a file with', () => {
  const languages = ['en', 'fr', 'de', 'es']
  const words = createInstance()
  beforeAll(async () => {
    const resources = Object.fromEntries(languages.map((language) => [language, { translation: readTexts('locales', language) }]))
    await words.init({ lng: 'en', keySeparator: false, nsSeparator: false, interpolation: { escapeValue: false }, resources })
  })

  eachCase<Line>(lines)('%s is told so, in every language', async (...[, desk, csv, column, text]) => {
    const { rows, model } = await said(desk, csv)
    const [row] = rows.filter(({ line }) => line === 2)
    if (row === undefined) throw new Error('the line makes no row')
    expect(column === '' || model.shown.includes(column)).toBe(true)
    const notes = languages.map((lng) => cellNote(row, column, (key, params) => words.t(key, { ...params, lng }))?.split('\n')[0])
    expect(notes[0]).toBe(text)
    expect(new Set(notes).size).toBe(languages.length)
    for (const note of notes) expect(note).not.toMatch(/\{\{|undefined|^[a-z-]+\.[a-z]/)
  })
})
