import type { Role } from '../../../schemas/tenancy.ts'

/** Which tenant an account works for; the tenants themselves are picked by `people.ts`. */
export type AccountHome = 'platform' | 'vad' | 'msp' | 'reseller' | 'managed_customer' | 'diy_customer' | 'many' | 'none'

/** An account of the sign-in page (DECISIONS section 5). */
export interface DemoAccount {
  mail: string
  name: string
  locale: string
  role: Role | undefined
  home: AccountHome
}

/** The accounts that every demo world has, in the order of the sign-in page. */
export const ACCOUNTS: readonly DemoAccount[] = [
  { mail: 'owner@demo.test', name: 'Sigrid Halvorsen', locale: 'en', role: 'sa', home: 'platform' },
  { mail: 'vad@demo.test', name: 'Étienne Marchand', locale: 'fr', role: 'admin', home: 'vad' },
  { mail: 'msp@demo.test', name: 'Annika Brandt', locale: 'de', role: 'admin', home: 'msp' },
  { mail: 'reseller@demo.test', name: 'Álvaro Quiñones', locale: 'es', role: 'admin', home: 'reseller' },
  { mail: 'customer@demo.test', name: 'Margaret Ashdown', locale: 'en', role: 'admin', home: 'managed_customer' },
  { mail: 'diy@demo.test', name: 'Tomasz Wróbel', locale: 'en', role: 'sa', home: 'diy_customer' },
  { mail: 'network@demo.test', name: 'Yusuf Demirci', locale: 'en', role: 'network_manager', home: 'managed_customer' },
  { mail: 'inventory@demo.test', name: 'Käthe Lindemann', locale: 'de', role: 'inventory_manager', home: 'msp' },
  { mail: 'viewer@demo.test', name: 'Noémie Carpentier', locale: 'fr', role: 'viewer', home: 'managed_customer' },
  { mail: 'many@demo.test', name: 'Rosalind Achterberg', locale: 'en', role: undefined, home: 'many' },
  { mail: 'nobody@demo.test', name: 'Quentin Nightingale', locale: 'en', role: undefined, home: 'none' },
]

const mails = new Set(ACCOUNTS.map(({ mail }) => mail))

/** Whether a mail address is that of an account of the sign-in page. */
export function isAccount(mail: string): boolean {
  return mails.has(mail)
}

/** Tenants that `many@demo.test` has a role on. */
export const MANY_TENANTS = 40
