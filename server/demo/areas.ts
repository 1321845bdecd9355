import { advanced } from './overlays/advanced.ts'
import { applicationSets } from './overlays/application-sets.ts'
import { appliances } from './devices/appliances.ts'
import { cloudSecurity } from './overlays/cloud-security.ts'
import { companies } from './tenants/companies.ts'
import { deviceHistory } from './devices/device-history.ts'
import { devices } from './devices/devices.ts'
import { firewallZones } from './overlays/firewall-zones.ts'
import { licences } from './tenants/licences.ts'
import { overlays } from './overlays/overlays.ts'
import { people } from './tenants/people.ts'
import { policies } from './overlays/policies.ts'
import { requests } from './tenants/requests.ts'
import { tenants } from './tenants/tenants.ts'
import { userRoles } from './tenants/user-roles.ts'
import type { DemoArea } from './world/world.ts'

/** Areas of the demo world, in order: an area comes after those that it refers to. */
export const AREAS: readonly DemoArea[] = [
  tenants,
  people,
  companies,
  overlays,
  devices,
  appliances,
  licences,
  deviceHistory,
  userRoles,
  cloudSecurity,
  requests,
  firewallZones,
  applicationSets,
  advanced,
  policies,
]
