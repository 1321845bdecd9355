import { advanced } from './advanced.ts'
import { applicationSets } from './application-sets.ts'
import { appliances } from './appliances.ts'
import { cloudSecurity } from './cloud-security.ts'
import { companies } from './companies.ts'
import { deviceHistory } from './device-history.ts'
import { devices } from './devices.ts'
import { firewallZones } from './firewall-zones.ts'
import { licences } from './licences.ts'
import { overlays } from './overlays.ts'
import { people } from './people.ts'
import { policies } from './policies.ts'
import { requests } from './requests.ts'
import { tenants } from './tenants.ts'
import { userRoles } from './user-roles.ts'
import type { DemoArea } from './world.ts'

/** What the demo world is made of, in this order: whoever refers to something comes after it. */
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
