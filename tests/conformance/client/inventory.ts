import { date, flag, month, number, oneOf, optional, record, text } from './shape.ts'

const ownerType = oneOf('po', 'vad', 'msp', 'reseller', 'customer')

/** S0 section 3, Appliance. */
export const appliance = record({
  id: text,
  serialNumber: text,
  model: optional(text),
  tag: optional(text),
  softwareVersion: optional(text),
  lastConnection: optional(date),
  status: oneOf('none', 'In Stock', 'Assigned', 'installed'),
  tenantId: text,
  ownerName: text,
  ownerType,
  owner: record({ oid: text, name: text, type: ownerType }),
})

/** S0 section 3, figures beside a list of appliances. */
export const applianceMeta = record({ assigned: number, instock: number, installed: number, allstatus: number, totalCount: number })

export const newAppliance = (owner: { oid: unknown; name: unknown; type: unknown }) => ({
  serialNumber: 'HL-2201-000017',
  model: 'SDX 450 R',
  tag: 'quay',
  softwareVersion: '22.2.1',
  tenant: owner,
})

const packLicenses = record({ inStockCount: number, inUseCount: number, expiredCount: number })

/** S0 section 3, License row and License group. */
export const licence = record({
  tenantId: text,
  tenantName: text,
  licenseMode: oneOf('CONSUMPTION', 'SUBSCRIPTION'),
  count: number,
  moveToCount: number,
  group: record({
    licenseType: text,
    licenseSize: optional(oneOf('NA', 'XS', 'S', 'M', 'L', 'XL', 'XXL')),
    startDate: optional(month),
    expirationDate: optional(month),
    duration: optional(number),
    status: oneOf('notStarted', 'running', 'expired'),
    isPack: optional(flag),
    packLicenses: optional(packLicenses),
  }),
})

export const licenceMeta = record({ countTotalRows: number, totalCount: number })

/** S0 section 3, Summary group. */
export const summary = record({
  licenseType: text,
  licenseSize: oneOf('NA', 'XS', 'S', 'M', 'L', 'XL', 'XXL'),
  count: number,
  status: oneOf('used', 'notUsed', 'missing'),
})

/** S0 section 7: a command names the tenant, the group and how many of it. */
export const command = (tenantId: string, group: object, more: object = {}) => ({ tenantId, group, count: 2, ...more })

/** A month from now on, as groups begin in it. */
export const monthFromNow = (months: number): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 7)
}

/** S0 section 3, the group of new licences that start in two months. */
export const newGroup = () => ({ licenseType: 'Foundation', licenseSize: 'S', startDate: monthFromNow(2), duration: 12 })
