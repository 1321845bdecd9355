import type { SectionRows } from '../../../scripts/proofs/rows.ts'

/** Options and defaults of single fields. */
export const values: SectionRows = {
  document: 'S1',
  section: 3,
  rows: {
    field: {
      'Box: deployment mode, hybrid by default':
        'a value that S1 states > edge-box /deploymentMode: enum multiwan_ip multiwan_hybrid multiwan_bridge, default multiwan_hybrid',
      'Box: hub or spoke, spoke by default': 'a value that S1 states > edge-box /mode: enum hub spoke, default spoke',
      'Box: cpe, layer 2 or layer 1 transparent; cpe by default':
        'a value that S1 states > edge-box /dwsMode: enum cpe l2_transparent l1_transparent, default cpe',
      'Box: WAN optimization on by default': 'a value that S1 states > edge-box /services/wanOptimization: default true',
      'WAN: enabled or disabled, disabled by default':
        'a value that S1 states > edge-box /wans/wan1/state: enum enabled disabled, default disabled',
      'WAN: layer 3 or 2, layer 3 by default': 'a value that S1 states > edge-box /wans/wan1/interfaceMode: enum L3 L2, default L3',
      'WAN: eligible DTI inherited by default': 'a value that S1 states > edge-box /wans/wan1/eligibleDti: default null',
      'WAN: bypass on by default for the first two': 'a value that S1 states > edge-box /wans/wan1/bypass: default true',
      'WAN: speed': 'a value that S1 states > edge-box /wans/wan1/speed: enum AUTO 100FD 1000FD, default AUTO',
      'Forwarding of a port: protocol TCP by default':
        'a value that S1 states > edge-box /wans/wan1/localPortForwarding/0/protocolId: minimum 0, maximum 255, default 6',
      'Connection of a WAN: type User by default': 'a value that S1 states > edge-box /wans/wan1/wanConnections/0/type: default User',
      'Connection of a WAN: preference 100 by default':
        'a value that S1 states > edge-box /wans/wan1/wanConnections/0/networkPref: minimum 0, maximum 4294967295, default 100',
      'Tunnel to a gateway: primary or secondary':
        'a value that S1 states > edge-box /wans/wan1/externalGatewayConnections/0/type: enum primary secondary',
      'LAN: AS mode, auto by default': 'a value that S1 states > edge-box /lan/bgpASMode: enum auto given, default auto',
      'LAN: routing protocol, none by default': 'a value that S1 states > edge-box /lan/routingProtocol: enum none bgp ospf, default none',
      'LAN: prepending off by default': 'a value that S1 states > edge-box /lan/asPathPrependEnabled: default false',
      'LAN: speed': 'a value that S1 states > edge-box /lan/speed: enum AUTO 100FD 1000FD, default AUTO',
      'Interface: relay on by default': 'a value that S1 states > edge-box /lan/interfaces/0/dhcpRelayEnabled: default true',
      'Interface: allocation of addresses off by default':
        'a value that S1 states > edge-box /lan/interfaces/0/autoAllocationIP: default false',
      'Management interface: name': 'a value that S1 states > edge-box /lan/mgtInterface/name: default Management',
      'VRRP: role': 'a value that S1 states > edge-box /lan/vrrp/role: enum master backup',
      'VRRP: logic of tracking': 'a value that S1 states > edge-box /lan/vrrp/logicTrackingInterfaces: enum or and',
      'IHAP: role': 'a value that S1 states > edge-box /lan/ihap/role: enum nominal backup',
      'OSPF: authentication methods':
        'a value that S1 states > edge-box /lan/ospf/vrouters/0/authenticationMethod: enum none md5 hmac_sha1 hmac_sha256 hmac_sha384 hmac_sha512',
      'OSPF: metric type': 'a value that S1 states > edge-box /lan/ospf/metricType: enum Type1 Type2, default Type1',
      'OSPF: three virtual routers by their WANs': 'a value that S1 states > edge-box /lan/ospf/vrouters/0/vrouterId: enum wan1 wan2 wan3',
      'Tele engine: its one WAN': 'a value that S1 states > tele-engine /wan/identifier: enum wan1, default wan1',
      'VRRP profile: name, Default by default': 'a value that S1 states > vrrp-profile /name: default Default',
      'VRRP profile: protocolVersion, 2 by default': 'a value that S1 states > vrrp-profile /protocolVersion: default 2',
      'VRRP profile: peeringType, multicast by default': 'a value that S1 states > vrrp-profile /peeringType: default multicast',
      'VRRP profile: preempt, true by default': 'a value that S1 states > vrrp-profile /preempt: default true',
      'VRRP profile: preemptDelay, 3 by default': 'a value that S1 states > vrrp-profile /preemptDelay: default 3',
      'VRRP profile: masterPriority, 200 by default': 'a value that S1 states > vrrp-profile /masterPriority: default 200',
      'VRRP profile: backupPriority, 190 by default': 'a value that S1 states > vrrp-profile /backupPriority: default 190',
      'VRRP profile: weight, -20 by default': 'a value that S1 states > vrrp-profile /weight: default -20',
      'VRRP profile: checkIntervalMsec, 1000 by default': 'a value that S1 states > vrrp-profile /checkIntervalMsec: default 1000',
      'VRRP profile: fall, 1 by default': 'a value that S1 states > vrrp-profile /fall: default 1',
      'VRRP profile: rise, 3 by default': 'a value that S1 states > vrrp-profile /rise: default 3',
      'VRRP profile: advertIntervalMsec, 1000 by default': 'a value that S1 states > vrrp-profile /advertIntervalMsec: default 1000',
      'VRRP profile: strict, false by default': 'a value that S1 states > vrrp-profile /strict: default false',
      'VRRP profile: garpMasterDelay, 5 by default': 'a value that S1 states > vrrp-profile /garpMasterDelay: default 5',
      'VRRP profile: garpMasterRepeat, 5 by default': 'a value that S1 states > vrrp-profile /garpMasterRepeat: default 5',
      'VRRP profile: garpMasterRefresh, 0 by default': 'a value that S1 states > vrrp-profile /garpMasterRefresh: default 0',
      'VRRP profile: garpMasterRefreshRepeat, 1 by default': 'a value that S1 states > vrrp-profile /garpMasterRefreshRepeat: default 1',
      'VRRP profile: garpLowerPrioDelay, 5 by default': 'a value that S1 states > vrrp-profile /garpLowerPrioDelay: default 5',
      'VRRP profile: garpLowerPrioRepeat, 5 by default': 'a value that S1 states > vrrp-profile /garpLowerPrioRepeat: default 5',
      'VRRP profile: garpIntervalUsec, 0 by default': 'a value that S1 states > vrrp-profile /garpIntervalUsec: default 0',
      'VRRP profile: gnaIntervalUsec, 0 by default': 'a value that S1 states > vrrp-profile /gnaIntervalUsec: default 0',
      'VRRP profile: minGarp, false by default': 'a value that S1 states > vrrp-profile /minGarp: default false',
      'IHAP profile: tunnels do not persist by default': 'a value that S1 states > ihap-profile /tunnelPersistence: default false',
      'IHAP profile: no preemption by default': 'a value that S1 states > ihap-profile /preemption: default false',
      'IHAP profile: bad health by any or all, any by default':
        'a value that S1 states > ihap-profile /badHealthCriteria: enum or and, default or',
      'IHAP profile: interfaces to watch': 'a value that S1 states > ihap-profile /monitoredInterfaces/0: enum lan1 lan2 wan1 wan2 wan3',
      'Syslog server: TCP by default': 'a value that S1 states > syslog-server /protocolId: default 6',
    },
  },
}
