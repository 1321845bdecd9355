import { date, flag, list, number, oneOf, optional, record, text } from './shape.ts'

const lastModified = record({ date, user: text })
const wan = record({
  id: text,
  identifier: oneOf('wan1', 'wan2', 'wan3'),
  state: oneOf('enabled', 'disabled'),
  mtu: optional(number),
  access: optional(record({ upBandwidth: optional(number), downBandwidth: optional(number) })),
  interfaceMode: oneOf('L3', 'L2'),
})

/** S1 section 3, EdgeBox. */
export const edgeBox = record({
  id: text,
  name: text,
  serialNumber: text,
  machineId: text,
  appliance: record({ serialNumber: text, info: text, model: text, tag: text, softwareVersion: text, provisioned: flag }),
  mode: oneOf('hub', 'spoke'),
  site: record({ id: text, name: text, cloudGuardRegionId: optional(text) }),
  services: record({ id: text, wanOptimization: flag }),
  lan: record({ id: text, subnets: list(record({ id: text, prefix: text, mask: number })) }),
  wans: record({ wan1: wan, wan2: wan, wan3: wan }),
  revision: number,
  lastModified,
  deploymentMode: oneOf('multiwan_ip', 'multiwan_hybrid', 'multiwan_bridge'),
  dwsMode: oneOf('cpe', 'l2_transparent', 'l1_transparent'),
})
