import { createRandom } from '../world/random.ts'

/** An application of the platform's single catalogue. */
export interface DemoApplication {
  oid: string
  name: string
  category: string
  disabled: boolean
  deleted: boolean
}

export const CATALOGUE_SIZE = 5_000

/** Product names by category; they follow the vendor's name. */
const PRODUCTS: Readonly<Record<string, readonly string[]>> = {
  Collaboration: ['Meet', 'Chat', 'Rooms', 'Board', 'Calls'],
  Productivity: ['Docs', 'Sheets', 'Mail', 'Notes', 'Calendar'],
  Storage: ['Drive', 'Vault', 'Archive', 'Sync', 'Backup'],
  Finance: ['Ledger', 'Invoices', 'Payroll', 'Treasury', 'Expenses'],
  'Customer relations': ['CRM', 'Desk', 'Campaigns', 'Loyalty', 'Surveys'],
  Development: ['Repos', 'Builds', 'Tickets', 'Registry', 'Traces'],
  Security: ['Identity', 'Shield', 'Audit', 'Secrets', 'Scanner'],
  'Human resources': ['People', 'Hiring', 'Learning', 'Timesheets', 'Benefits'],
  Logistics: ['Fleet', 'Warehouse', 'Orders', 'Customs', 'Tracking'],
  Media: ['Video', 'Audio', 'Images', 'Streams', 'Studio'],
}
const FIRST = [
  'Alder', 'Amber', 'Arden', 'Basalt', 'Beacon', 'Birch', 'Bramble', 'Cedar', 'Cinder', 'Clover', 'Cobalt', 'Copper', 'Coral', 'Delta', 'Ember',
  'Falcon', 'Fern', 'Flint', 'Garnet', 'Harbor', 'Hazel', 'Heron', 'Indigo', 'Ivory', 'Jasper', 'Juniper', 'Kestrel', 'Lantern', 'Larch', 'Linden',
  'Lumen', 'Maple', 'Marble', 'Meridian', 'Nimbus', 'Nova', 'Onyx', 'Opal', 'Orchid', 'Osprey', 'Pebble', 'Pine', 'Quartz', 'Raven', 'Ridge',
  'Saffron', 'Sierra', 'Tidal', 'Umber', 'Willow',
] // prettier-ignore
const SECOND = ['', 'works', 'base', 'line', 'stack', 'point', 'wave', 'bridge', 'field', 'gate']
const SEED = 8_451
/** Identifiers carry this day. */
const DAY_MS = Date.UTC(2024, 0, 1)

/** All applications; oids and names are the same in every run. Some are disabled, some removed from the catalogue. */
export function demoCatalogue(): DemoApplication[] {
  const random = createRandom(SEED)
  const makers = SECOND.flatMap((second) => FIRST.map((first) => `${first}${second}`))
  const categories = Object.keys(PRODUCTS)
  return makers
    .flatMap((maker, place) =>
      categories.map((category, turn) => {
        const products = PRODUCTS[category] ?? []
        return { name: `${maker} ${products[(place + turn) % products.length]}`, category }
      }),
    )
    .slice(0, CATALOGUE_SIZE)
    .map(({ name, category }) => ({
      oid: random.uuid(DAY_MS),
      name,
      category,
      disabled: random.chance(0.01),
      deleted: random.chance(0.01),
    }))
}
