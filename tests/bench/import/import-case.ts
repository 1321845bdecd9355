import type { SheetModel } from '../../../renderer/bulk/sheet/sheet-model.ts'
import { customersFile } from './customers-file.ts'
import { CUSTOMERS, INVITATIONS, PEOPLE, ROLES, TENANTS, USERS, type Stored } from './raw-insert.ts'
import { usersFile } from './users-file.ts'

/** What is imported, and what its rows are stored as. */
export interface ImportCase {
  id: string
  entity: 'customer' | 'user-role'
  /** What the rows are called. */
  rows: string
  file: (tenantName: string, rows: number) => string
  /** Where its sheet is, below the tenant's pages. */
  page: string
  can: SheetModel['context']['can']
  /** Tables that hold a row of the file, for the raw insert. */
  stored: readonly Stored[]
}

const ALL = { create: true, read: true, update: true, delete: true, list: true }

export const cases: readonly ImportCase[] = [
  {
    id: 'B1',
    entity: 'customer',
    rows: 'customers',
    file: customersFile,
    page: 'admin/customers/bulk',
    can: { ...ALL, readDomain: true },
    stored: [CUSTOMERS, TENANTS],
  },
  {
    id: 'B1-USERS',
    entity: 'user-role',
    rows: 'users',
    file: usersFile,
    page: 'admin/users/bulk',
    can: { ...ALL, manage: true, giveViewer: true, giveInventoryManager: true },
    stored: [USERS, ROLES, PEOPLE, INVITATIONS],
  },
]
