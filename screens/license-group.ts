/** The group that a command on licences is about, as its form shows it: what is known of it, and nothing to type. */
export const groupShown: ('tenantId' | 'group/licenseType' | 'group/licenseSize' | 'group/startDate' | 'expirationDate' | 'stock')[] = [
  'tenantId',
  'group/licenseType',
  'group/licenseSize',
  'group/startDate',
  'expirationDate',
  'stock',
]

/** Of these the fields that a command carries: its form only shows them. */
export const groupFixed: ('tenantId' | 'group/licenseType' | 'group/licenseSize' | 'group/startDate')[] = [
  'tenantId',
  'group/licenseType',
  'group/licenseSize',
  'group/startDate',
]

export const groupSpans = {
  tenantId: 6,
  'group/licenseType': 3,
  'group/licenseSize': 3,
  'group/startDate': 3,
  expirationDate: 3,
  stock: 3,
  count: 3,
} as const
