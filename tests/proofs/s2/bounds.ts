import type { SectionRows } from '../../../scripts/proofs/rows.ts'

/** Bounds of single fields. */
export const bounds: SectionRows = {
  document: 'S2',
  section: 5,
  rows: {
    limit: {
      'Gateway: IKE lifetime 120 to 172800': 'a value that S2 states > external-gateway /security/ikeLifetime: minimum 120, maximum 172800',
      'Gateway: IPsec lifetime 120 to 172800':
        'a value that S2 states > external-gateway /security/ipsecLifetime: minimum 120, maximum 172800',
      'Gateway: lifebytes 5120 to 2147483647':
        'a value that S2 states > external-gateway /security/ipsecLifebytes: minimum 5120, maximum 2147483647',
      'Gateway: MTU 68 to 64000': 'a value that S2 states > external-gateway /security/mtu: minimum 68, maximum 64000',
      'Gateway: pre-shared key at most 256': 'a value that S2 states > external-gateway /security/credentials/psk: maxLength 256',
      'Internal tunnels: IKE lifetime 120 to 172800': 'a value that S2 states > overlay-security /ikeLifetime: minimum 120, maximum 172800',
      'Internal tunnels: IPsec lifetime 120 to 172800':
        'a value that S2 states > overlay-security /ipsecLifetime: minimum 120, maximum 172800',
      'Internal tunnels: lifebytes 5120 to 2147483647':
        'a value that S2 states > overlay-security /ipsecLifebytes: minimum 5120, maximum 2147483647',
      'Internal tunnels: MTU 68 to 64000': 'a value that S2 states > overlay-security /mtu: minimum 68, maximum 64000',
      'Internal tunnels: pre-shared key at most 256': 'a value that S2 states > overlay-security /credentials/psk: maxLength 256',
      'Gateway: name at most 50': 'a value that S2 states > external-gateway /name: maxLength 50',
      'Gateway: mask 0 to 32': 'a value that S2 states > external-gateway /routing/remoteSubnets/0/mask: minimum 0, maximum 32',
      'Gateway: AS number 0 to 65535': 'a value that S2 states > external-gateway /routing/asn: minimum 0, maximum 65535',
      'Gateway: local preference 0 to 4294967295':
        'a value that S2 states > external-gateway /routing/localNetworkPreference: minimum 0, maximum 4294967295',
      'Overlay routing: OSPF tag 0 to 65535': 'a value that S2 states > overlay-routing /ospfTag: minimum 0, maximum 65535',
      'Syslog server: protocol 0 to 255': 'a value that S2 states > syslog-server /protocolId: minimum 0, maximum 255',
      'Syslog server: port 0 to 65535': 'a value that S2 states > syslog-server /port: minimum 0, maximum 65535',
      'IHAP profile: name at most 50': 'a value that S2 states > ihap-profile /name: maxLength 50',
      'IHAP profile: keep-alive 50 to 10000, default 100':
        'a value that S2 states > ihap-profile /keepAlive: minimum 50, maximum 10000, default 100',
      'IHAP profile: factor 3 to 10, default 5': 'a value that S2 states > ihap-profile /peerDeadFactor: minimum 3, maximum 10, default 5',
      'VRRP profile: version 2 only, multicast only': 'a value that S2 states > vrrp-profile /protocolVersion: enum 2',
      'Zone: priority 1 to 64000': 'a value that S2 states > firewall-vpn-zone /priority: minimum 1, maximum 64000',
      'Zone: name at most 64': 'a value that S2 states > firewall-vpn-zone /name: maxLength 64',
      'Application set: priority 1 to 64000': 'a value that S2 states > application-set /priority: minimum 1, maximum 64000',
      'Application set: name at most 64': 'a value that S2 states > application-set /name: maxLength 64',
      'Zone: mask 0 to 32': 'a value that S2 states > firewall-vpn-zone /vpnSubnets/0/mask: minimum 0, maximum 32',
    },
  },
}
