import type { Screen } from '../../../renderer/descriptor/screen.ts'
import type { RuleRefusal } from '../../../schemas/rules/types.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'

/**
 * An invented device with everything that a large editor must handle: a map of three links, lists of hundreds of rows,
 * sections in tabs, rules across objects.
 */
const link: PropertySchema = {
  type: 'object',
  properties: {
    state: { enum: ['enabled', 'disabled'], default: 'disabled', 'x-kind': 'status' },
    mode: { enum: ['L3', 'L2'], default: 'L3' },
    dhcp: { type: 'boolean', default: false },
    address: { type: 'string', 'x-kind': 'address', format: 'ipv4' },
    mask: { type: 'integer', minimum: 0, maximum: 32 },
    gateway: { type: 'string', 'x-kind': 'address', format: 'ipv4' },
    mtu: { type: 'integer', minimum: 0, maximum: 100000, default: 1500 },
    peers: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          kind: { enum: ['User', 'System'], default: 'User' },
          preference: { type: 'integer', minimum: 0 },
          endpoint: { type: 'string', maxLength: 50 },
        },
      },
    },
  },
  required: ['state'],
  'x-rules': [
    {
      id: 'address-needs-static-l3',
      fields: ['address', 'mask', 'gateway'],
      effect: 'enable',
      when: { state: 'enabled', mode: 'L3', dhcp: { not: true } },
      because: 'site-box.because.address',
    },
    {
      id: 'address-of-links',
      fields: ['address'],
      effect: 'require',
      when: { state: 'enabled', mode: 'L3', dhcp: { not: true } },
      because: 'site-box.because.addressNeeded',
    },
  ],
}

const subnet: PropertySchema = {
  type: 'object',
  required: ['prefix', 'mask'],
  properties: {
    id: { type: 'string', readOnly: true },
    prefix: { type: 'string', 'x-kind': 'address', format: 'ipv4' },
    mask: { type: 'integer', 'x-kind': 'prefixLength', minimum: 0, maximum: 32, default: 24 },
    gateway: { type: 'string', 'x-kind': 'address', format: 'ipv4' },
    routed: { type: 'boolean', default: true },
  },
}

/** Schema of the invented device. */
export const siteBoxSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'site-box',
  description: 'A device of the tests.',
  type: 'object',
  'x-entity': {
    name: 'site-box',
    plural: 'siteBoxes',
    route: '/api/v1/siteBoxes',
    scope: 'overlay',
    resource: 'network',
    theme: 'SiteBoxes',
    label: 'name',
  },
  'x-search': ['name'],
  'x-key': ['name'],
  'x-sort': ['name'],
  required: ['name', 'mode'],
  properties: {
    oid: { type: 'string', readOnly: true },
    name: { type: 'string', minLength: 1, maxLength: 50, 'x-frozen': 'createOnly' },
    mode: { enum: ['hub', 'spoke'], default: 'spoke' },
    key: { type: 'string', maxLength: 100, 'x-secret': true },
    notes: { type: 'string', 'x-kind': 'multiline' },
    preference: { type: 'integer', minimum: 0, maximum: 4294967295, default: 100 },
    lan: {
      type: 'object',
      properties: {
        protocol: { enum: ['none', 'bgp', 'ospf'], default: 'none' },
        asNumber: { type: 'integer', minimum: 0, maximum: 65535 },
        subnets: { type: 'array', items: subnet },
        interfaces: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              name: { type: 'string', maxLength: 32 },
              vlanId: { type: 'integer', minimum: 1, maximum: 4095 },
              address: { type: 'string', 'x-kind': 'address', format: 'ipv4' },
            },
          },
        },
      },
      'x-rules': [
        { id: 'as-number-of-bgp', fields: ['asNumber'], effect: 'show', when: { protocol: 'bgp' }, because: 'site-box.because.asNumber' },
        {
          id: 'as-number-needed',
          fields: ['asNumber'],
          effect: 'require',
          when: { protocol: 'bgp' },
          because: 'site-box.because.asNumber',
        },
      ],
    },
    wans: { type: 'object', properties: { wan1: link, wan2: link, wan3: link } },
  },
  'x-rules': [
    { id: 'preference-of-hubs', fields: ['preference'], effect: 'enable', when: { mode: 'hub' }, because: 'site-box.because.preference' },
    {
      id: 'mode-clears-peers',
      fields: ['wans/wan1/peers', 'wans/wan2/peers', 'wans/wan3/peers'],
      effect: 'clear',
      changed: ['mode'],
      because: 'site-box.because.peers',
    },
  ],
} as EntitySchema

/** Screen of the invented device. */
export const siteBoxScreen: Screen = {
  group: 'network',
  title: ['name'],
  list: { columns: ['name'] },
  editor: {
    sections: {
      general: ['name', 'mode', 'preference', 'key'],
      interfaces: { fields: ['lan/interfaces'], tab: 'lan' },
      subnets: { fields: ['lan/subnets'], tab: 'lan' },
      routing: { fields: ['lan/protocol', 'lan/asNumber'], tab: 'lan' },
      storage: { fields: ['notes'], tab: 'lan', when: { mode: 'hub' } },
      wans: ['wans'],
    },
    widgets: { mode: 'segmented', 'lan/subnets': { use: 'table', columns: ['prefix', 'mask', 'gateway', 'routed'] } },
  },
}

/** A device whose lists have `times` as many rows as the one in the performance budgets. */
export function siteBox(times = 1): Rec {
  const rows = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count * times }, (_row, index) => make(index))
  const wan = (name: string): Rec => ({
    state: 'enabled',
    mode: 'L3',
    dhcp: false,
    address: '10.0.0.1',
    mask: 24,
    gateway: '10.0.0.254',
    mtu: 1500,
    peers: rows(10, (index) => ({ kind: 'User', preference: 100 + index, endpoint: `${name} peer ${index}` })),
  })
  return {
    oid: 'box-1',
    name: 'Paris-HQ',
    mode: 'hub',
    configured: true,
    preference: 100,
    lan: {
      protocol: 'none',
      subnets: rows(30, (index) => ({
        id: `s${index}`,
        prefix: `10.${Math.floor(index / 250)}.${index % 250}.0`,
        mask: 24,
        gateway: '10.0.0.1',
        routed: true,
      })),
      interfaces: rows(10, (index) => ({ name: `eth${index}`, vlanId: index + 1, address: '192.168.0.1' })),
    },
    wans: { wan1: wan('wan1'), wan2: { ...wan('wan2'), state: 'disabled' }, wan3: wan('wan3') },
  }
}

const address = /^\d{1,3}(\.\d{1,3}){3}$/

/** Replaces the compiled validator: checks only the values that tests make invalid. */
export function validateSiteBox(record: Rec): RuleRefusal[] {
  const refusals: RuleRefusal[] = []
  if (!record.name) refusals.push({ pointer: '/name', key: 'validation.field.mandatory' })
  const lan = record.lan as { subnets?: Rec[] } | undefined
  lan?.subnets?.forEach((row, index) => {
    if (!address.test(String(row.prefix ?? '')))
      refusals.push({ pointer: `/lan/subnets/${index}/prefix`, key: 'validation.field.ipAddress' })
  })
  for (const [name, wan] of Object.entries((record.wans ?? {}) as Record<string, Rec>)) {
    if (wan.address !== undefined && wan.address !== '' && !address.test(String(wan.address))) {
      refusals.push({ pointer: `/wans/${name}/address`, key: 'validation.field.ipAddress' })
    }
    if (typeof wan.mtu !== 'number')
      refusals.push({ pointer: `/wans/${name}/mtu`, key: 'validation.field.between', params: { min: 0, max: 100000 } })
  }
  return refusals
}
