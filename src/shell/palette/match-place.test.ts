import { expect, it } from 'vitest'
import texts from '../../../locales/en/edge-box.json' with { type: 'json' }
import { matchPlace } from './match-place.ts'

const known: Readonly<Record<string, string>> = texts
const place = (field: string): string => matchPlace('edge-box', field, { has: (key) => key in known, text: (key) => known[key] ?? key })

it.each([
  ['wans/wan2/ipAddress', 'WAN 2 › IP address'],
  ['lan/interfaces/17/dhcpServerAddress', 'Sub-interfaces › DHCP server'],
  ['wans/wan1/externalGatewayConnections/0/remoteIpAddress', 'External gateway connections › Remote IP address'],
  ['siteName', 'Site'],
  ['nothing/known', ''],
])('says where %s stands', (field, expected) => {
  expect(place(field)).toBe(expected)
})
