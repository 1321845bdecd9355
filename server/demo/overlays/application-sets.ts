import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { groupBy } from '../world/group-by.ts'
import { newRecord, addStored } from '../world/records.ts'
import { overlaysOf, type DemoOverlay } from './overlays.ts'
import { demoCatalogue, type DemoApplication } from './saas-catalogue.ts'
import type { DemoArea, DemoWorld } from '../world/world.ts'

/** Application sets per overlay: 120 in the large one, a few elsewhere. */
const LARGE = { saas: 80, portBased: 40 }
const MIDDLE = { saas: 6, portBased: 5 }
const SMALL = { saas: 2, portBased: 2 }

const GROUPS = ['Offices', 'Warehouses', 'Branches', 'Guests', 'Laboratories', 'Shops', 'Plants', 'Call centres']

const tcp = (ports: string): Rec => ({ protocolId: 6, protocolName: 'TCP', ports })
const udp = (ports: string): Rec => ({ protocolId: 17, protocolName: 'UDP', ports })
const other = (protocolId: number, protocolName?: string): Rec => ({ protocolId, ...(protocolName !== undefined && { protocolName }) })

const BY_PORT: readonly (readonly [name: string, rows: readonly Rec[]])[] = [
  ['Web', [tcp('80;443'), udp('443')]],
  ['Name resolution', [udp('53'), tcp('53')]],
  ['Mail relays', [tcp('25;465;587'), tcp('143;993'), tcp('110;995')]],
  ['Voice', [udp('5060;5061'), tcp('5060;5061'), udp('*')]],
  ['Remote desktops', [tcp('3389'), udp('3389')]],
  ['Tunnels of others', [udp('500;4500'), other(50, 'ESP'), other(51, 'AH'), other(47, 'GRE')]],
  ['File shares', [tcp('139;445'), udp('137;138')]],
  ['Time servers', [udp('123')]],
  ['Control messages', [other(1, 'ICMP'), other(2, 'IGMP')]],
  ['Measurement', [udp('161;162'), other(99)]],
]

/** What internet policies of an overlay are about. No application is in two sets. */
export const applicationSets: DemoArea = {
  name: 'application sets',
  fill(world) {
    world.applications = demoCatalogue()
    for (const overlay of overlaysOf(world)) {
      const { size } = overlay
      const few = size.hubs === 1 ? SMALL : MIDDLE
      fillOverlay(world, overlay, size.hubs > 2 ? LARGE : few)
    }
  },
}

function fillOverlay(world: DemoWorld, overlay: DemoOverlay, counts: typeof LARGE): void {
  const { tenant, daysAgo } = overlay
  const add = (values: Rec): void => {
    addStored(world, { entity: 'application-set', tenant, record: { ...newRecord('application-set'), ...values }, daysAgo })
  }
  const byCategory = groupBy(world.applications, ({ category }) => category)
  const categories = [...byCategory.keys()]
  for (let index = 0; index < counts.saas; index++) {
    const category = categories[index % categories.length] ?? ''
    const turn = Math.floor(index / categories.length)
    const name = turn === 0 ? `${category} apps` : `${category}, ${GROUPS[turn % GROUPS.length]?.toLowerCase()}`
    add({
      priority: index + 1,
      name,
      description: `Applications of ${category.toLowerCase()}.`,
      type: 'saas',
      saasApps: rowsOf(byCategory.get(category) ?? [], turn),
      ...(index === counts.saas - 1 && { readOnly: true, description: 'Comes with the product.' }),
    })
  }
  for (let index = 0; index < counts.portBased; index++) {
    const [known = '', rows = []] = BY_PORT[index % BY_PORT.length] ?? []
    const turn = Math.floor(index / BY_PORT.length)
    add({
      priority: index + 1,
      name: turn === 0 ? known : `${known}, ${GROUPS[turn]?.toLowerCase()}`,
      description: `What ${known.toLowerCase()} take.`,
      type: 'portBased',
      portBasedApps: rows.map((row, place) => ({ id: `${place + 1}`, priority: place + 1, ...row })),
    })
  }
}

/** Applications of one category; each call takes the next ones. */
function rowsOf(applications: readonly DemoApplication[], turn: number): Rec[] {
  const amount = 3 + ((turn * 7) % 9)
  return applications.slice(turn * 20, turn * 20 + amount).map(({ oid }, place) => ({ id: `${place + 1}`, app: oid }))
}
