import type { SheetModel } from '../../../renderer/bulk/sheet/sheet-model.ts'
import { customersFile } from './customers-file.ts'
import { CUSTOMERS, INVITATIONS, PEOPLE, ROLES, TENANTS, USERS, type StoredTable } from './raw-insert.ts'
import { usersFile } from './users-file.ts'

/** An import to measure: the file, its bulk page, and the tables that its rows are stored in. */
export interface ImportCase {
  id: string
  entity: 'customer' | 'user-role'
  /** Plural noun for the rows, used in progress output and figures. */
  rows: string
  file: (tenantName: string, rows: number) => string
  /** Path of the bulk page, relative to the tenant's pages. */
  page: string
  can: SheetModel['context']['can']
  /** Tables that a row of the file is stored in; the raw insert fills the same ones. */
  tables: readonly StoredTable[]
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
    tables: [CUSTOMERS, TENANTS],
  },
  {
    id: 'B1-USERS',
    entity: 'user-role',
    rows: 'users',
    file: usersFile,
    page: 'admin/users/bulk',
    can: { ...ALL, manage: true, giveViewer: true, giveInventoryManager: true },
    tables: [USERS, ROLES, PEOPLE, INVITATIONS],
  },
]
