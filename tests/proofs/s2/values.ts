import type { SectionRows } from '../../../scripts/proofs/rows.ts'

/** Options and defaults of single fields. */
export const values: SectionRows = {
  document: 'S2',
  section: 3,
  rows: {
    field: {
      'Gateway: vti or zscaler': 'a value that S2 states > external-gateway /type: enum vti zscaler',
      'Gateway: static or BGP': 'a value that S2 states > external-gateway /routing/mode: enum static bgp',
      'Gateway: local preference 100 by default': 'a value that S2 states > external-gateway /routing/localNetworkPreference: default 100',
      'Gateway: pre-shared key or certificate, key by default':
        'a value that S2 states > external-gateway /security/credentials/mode: enum psk certificate, default psk',
      'Gateway: IKE cyphers':
        'a value that S2 states > external-gateway /security/ikeEncryptionCypher: enum 3DESCBC AES128CBC AES192CBC AES256CBC AES128GCM AES192GCM AES256GCM AES128GMAC AES192GMAC AES256GMAC',
      'Gateway: IPsec cyphers, NULL too':
        'a value that S2 states > external-gateway /security/ipsecEncryptionCypher: enum NULL 3DESCBC AES128CBC AES192CBC AES256CBC AES128GCM AES192GCM AES256GCM AES128GMAC AES192GMAC AES256GMAC',
      'Gateway: IKE authentication':
        'a value that S2 states > external-gateway /security/ikeAuthCypher: enum MD5 SHA1 SHA256 SHA384 SHA512',
      'Gateway: IPsec authentication':
        'a value that S2 states > external-gateway /security/ipsecAuthCypher: enum MD5 SHA1 SHA256 SHA384 SHA512',
      'Gateway: IKE groups': 'a value that S2 states > external-gateway /security/ikeDhGroup: enum 1 2 5 14 19 20 21 24',
      'Gateway: IPsec groups, 0 for none': 'a value that S2 states > external-gateway /security/ipsecDhGroup: enum 0 1 2 5 14 19 20 21 24',
      'Internal tunnels: IKE cyphers':
        'a value that S2 states > overlay-security /ikeEncryptionCypher: enum 3DESCBC AES128CBC AES192CBC AES256CBC AES128GCM AES192GCM AES256GCM AES128GMAC AES192GMAC AES256GMAC',
      'Internal tunnels: IPsec cyphers, NULL too':
        'a value that S2 states > overlay-security /ipsecEncryptionCypher: enum NULL 3DESCBC AES128CBC AES192CBC AES256CBC AES128GCM AES192GCM AES256GCM AES128GMAC AES192GMAC AES256GMAC',
      'Internal tunnels: IKE authentication':
        'a value that S2 states > overlay-security /ikeAuthCypher: enum MD5 SHA1 SHA256 SHA384 SHA512',
      'Internal tunnels: IPsec authentication':
        'a value that S2 states > overlay-security /ipsecAuthCypher: enum MD5 SHA1 SHA256 SHA384 SHA512',
      'Internal tunnels: IKE groups': 'a value that S2 states > overlay-security /ikeDhGroup: enum 1 2 5 14 19 20 21 24',
      'Internal tunnels: IPsec groups, 0 for none': 'a value that S2 states > overlay-security /ipsecDhGroup: enum 0 1 2 5 14 19 20 21 24',
      'Internal tunnels: pre-shared key only': 'a value that S2 states > overlay-security /credentials/mode: enum psk',
      'Syslog server: TCP by default': 'a value that S2 states > syslog-server /protocolId: default 6',
      'IHAP profile: any or all': 'a value that S2 states > ihap-profile /badHealthCriteria: enum or and',
      'VRRP profile: version 2 only': 'a value that S2 states > vrrp-profile /protocolVersion: enum 2',
      'VRRP profile: multicast only': 'a value that S2 states > vrrp-profile /peeringType: enum multicast',
      'Policy of two zones: allow or deny': 'a value that S2 states > vpn-zone-policy /policy: enum allow deny',
      'Internet policy: six values': 'a value that S2 states > internet-policy /policy: enum deny bh dti dti+ wsg wsg+',
      'Internet policy: alarms': 'a value that S2 states > internet-policy /alarm: enum minor major critical',
      'Application set: SaaS or by ports': 'a value that S2 states > application-set /type: enum saas portBased',
    },
  },
}
