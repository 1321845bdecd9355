import type { Routes } from '../http/call.ts'
import { applianceRoutes } from './s0-appliances.ts'
import { contextRoutes } from './s0-context.ts'
import { licenceRoutes } from './s0-licences.ts'
import { peopleRoutes } from './s0-people.ts'
import { settingsRoutes } from './s0-settings.ts'
import { shellRoutes } from './s0-shell.ts'
import { tenantRoutes } from './s0-tenants.ts'
import { deviceRoutes } from './s1-devices.ts'
import { referenceRoutes } from './s1-reference.ts'
import { firewallRoutes } from './s2-firewall.ts'
import { settingRoutes } from './s2-settings.ts'

/** Every call of sections 7. */
export const routes: Routes = {
  ...contextRoutes,
  ...tenantRoutes,
  ...peopleRoutes,
  ...settingsRoutes,
  ...applianceRoutes,
  ...licenceRoutes,
  ...shellRoutes,
  ...deviceRoutes,
  ...referenceRoutes,
  ...settingRoutes,
  ...firewallRoutes,
}
