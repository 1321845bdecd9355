import type { Screen } from '../renderer/descriptor/screen.ts'
import type { EntityName } from '../schemas/generated/entity-names.ts'
import { apiTokenScreen } from './api-token.screen.ts'
import { applianceScreen } from './appliance.screen.ts'
import { applicationSetScreen } from './application-set.screen.ts'
import { cloudMeshRoutingScreen } from './cloud-mesh-routing.screen.ts'
import { cloudSecuritySettingsScreen } from './cloud-security-settings.screen.ts'
import { customerScreen } from './customer.screen.ts'
import { edgeBoxScreen } from './edge-box.screen.ts'
import { externalGatewayScreen } from './external-gateway.screen.ts'
import { firewallVpnZoneScreen } from './firewall-vpn-zone.screen.ts'
import { internetPolicyScreen } from './internet-policy.screen.ts'
import { ihapProfileScreen } from './ihap-profile.screen.ts'
import { ipEngineScreen } from './ip-engine.screen.ts'
import { licenseAddScreen } from './license-add.screen.ts'
import { licenseAssignScreen } from './license-assign.screen.ts'
import { licenseDeleteScreen } from './license-delete.screen.ts'
import { licenseEditScreen } from './license-edit.screen.ts'
import { licenseSplitScreen } from './license-split.screen.ts'
import { licenseUnassignScreen } from './license-unassign.screen.ts'
import { licenseScreen } from './license.screen.ts'
import { localBreakoutScreen } from './local-breakout.screen.ts'
import { overlayRoutingScreen } from './overlay-routing.screen.ts'
import { overlaySecurityScreen } from './overlay-security.screen.ts'
import { partnerScreen } from './partner.screen.ts'
import { requestScreen } from './request.screen.ts'
import { settingsScreen } from './settings.screen.ts'
import { subscriptionScreen } from './subscription.screen.ts'
import { syslogServerScreen } from './syslog-server.screen.ts'
import { teleEngineScreen } from './tele-engine.screen.ts'
import { timeSynchroScreen } from './time-synchro.screen.ts'
import { transportNetworkScreen } from './transport-network.screen.ts'
import { userRoleScreen } from './user-role.screen.ts'
import { vpnZonePolicyScreen } from './vpn-zone-policy.screen.ts'
import { vrrpProfileScreen } from './vrrp-profile.screen.ts'

/** Every screen by entity, in the order of the navigation. */
export const screens = {
  partner: partnerScreen,
  customer: customerScreen,
  'user-role': userRoleScreen,
  'api-token': apiTokenScreen,
  request: requestScreen,
  appliance: applianceScreen,
  license: licenseScreen,
  'license-add': licenseAddScreen,
  'license-edit': licenseEditScreen,
  'license-split': licenseSplitScreen,
  'license-assign': licenseAssignScreen,
  'license-unassign': licenseUnassignScreen,
  'license-delete': licenseDeleteScreen,
  subscription: subscriptionScreen,
  settings: settingsScreen,
  'cloud-security-settings': cloudSecuritySettingsScreen,
  'ip-engine': ipEngineScreen,
  'edge-box': edgeBoxScreen,
  'tele-engine': teleEngineScreen,
  'external-gateway': externalGatewayScreen,
  'vpn-zone-policy': vpnZonePolicyScreen,
  'internet-policy': internetPolicyScreen,
  'firewall-vpn-zone': firewallVpnZoneScreen,
  'application-set': applicationSetScreen,
  'local-breakout': localBreakoutScreen,
  'overlay-routing': overlayRoutingScreen,
  'overlay-security': overlaySecurityScreen,
  'cloud-mesh-routing': cloudMeshRoutingScreen,
  'time-synchro': timeSynchroScreen,
  'syslog-server': syslogServerScreen,
  'transport-network': transportNetworkScreen,
  'vrrp-profile': vrrpProfileScreen,
  'ihap-profile': ihapProfileScreen,
} satisfies Partial<Record<EntityName, Screen>>
