import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const constants: SectionRows = {
  document: 'S2',
  section: 9,
  rows: {
    limit: {
      'Default subnet of tunnels': 'overlay-routing: default-subnet',
      'Default preference 100': 'a value that S2 states > external-gateway /routing/localNetworkPreference: default 100',
      'vti: AES128CBC, MD5, group 1; 3DESCBC, MD5, group 1':
        'of the kind vti begins with AES128CBC, MD5 and group 1, then 3DESCBC, MD5 and group 1, without lifetimes and MTU',
      'zscaler: AES256CBC, SHA256, group 2, 86400; NULL, MD5, group 2, 28800; 1400':
        'of the kind zscaler begins with AES256CBC, SHA256, group 2 and 86400 s, then NULL, MD5, group 2 and 28800 s, and 1400 bytes',
      'IKE cyphers':
        'a value that S2 states > external-gateway /security/ikeEncryptionCypher: enum 3DESCBC AES128CBC AES192CBC AES256CBC AES128GCM AES192GCM AES256GCM AES128GMAC AES192GMAC AES256GMAC',
      'IPsec cyphers, NULL too':
        'a value that S2 states > external-gateway /security/ipsecEncryptionCypher: enum NULL 3DESCBC AES128CBC AES192CBC AES256CBC AES128GCM AES192GCM AES256GCM AES128GMAC AES192GMAC AES256GMAC',
      Authentication: 'a value that S2 states > external-gateway /security/ikeAuthCypher: enum MD5 SHA1 SHA256 SHA384 SHA512',
      'Groups, 0 for none': [
        'a value that S2 states > external-gateway /security/ikeDhGroup: enum 1 2 5 14 19 20 21 24',
        'a value that S2 states > external-gateway /security/ipsecDhGroup: enum 0 1 2 5 14 19 20 21 24',
      ],
      'Lifetimes 120 to 172800': [
        'a value that S2 states > external-gateway /security/ikeLifetime: minimum 120, maximum 172800',
        'a value that S2 states > overlay-security /ikeLifetime: minimum 120, maximum 172800',
      ],
      'Lifebytes 5120 to 2147483647':
        'a value that S2 states > external-gateway /security/ipsecLifebytes: minimum 5120, maximum 2147483647',
      'MTU 68 to 64000': 'a value that S2 states > external-gateway /security/mtu: minimum 68, maximum 64000',
      'IHAP keep-alive 50 to 10000, factor 3 to 10': [
        'a value that S2 states > ihap-profile /keepAlive: minimum 50, maximum 10000, default 100',
        'a value that S2 states > ihap-profile /peerDeadFactor: minimum 3, maximum 10, default 5',
      ],
      'Pre-shared key 256': 'a value that S2 states > external-gateway /security/credentials/psk: maxLength 256',
      'Names 50 of gateways and IHAP profiles, 64 of zones and sets': [
        'external-gateway is refused: a name of 51 characters',
        'ihap-profile is refused: a name of 51 characters',
        'firewall-vpn-zone is refused: a name of 65 characters',
        'application-set is refused: a name of 65 characters',
      ],
      'Profile name 250': 'the name of a profile: at most 250',
      'Priority 1 to 64000': ['firewall-vpn-zone is refused: priority 64001', 'application-set is refused: priority 64001'],
      'Protocols 0 to 143': 'application-set is refused: protocol 144',
      'Mask 0 to 32': 'a value that S2 states > firewall-vpn-zone /vpnSubnets/0/mask: minimum 0, maximum 32',
      'Ports 0 to 65535': 'a value that S2 states > syslog-server /port: minimum 0, maximum 65535',
      'Syslog: TCP': 'a value that S2 states > syslog-server /protocolId: default 6',
      'Severities: critical, warning, info': 'the summary of alerts > counts each severity, one that is named twice too',
      'Overview and notifications every 60 s': [
        'the overview of an overlay > asks again every minute; what fails or is malformed leaves the last figures',
        'the badge of notifications > is not there without alerts, and follows them every minute',
      ],
      'Delete armed 4 s, its error 3 s, other buttons 10 s': [
        'a button that is armed > does nothing at its first press, and forgets it after four seconds',
        'a button that is armed > says for three seconds why it failed',
        'a button with several states > says why it failed for ten seconds, and is then as before',
      ],
      'Free text of a select at most 50':
        'an editable select on a reference > stores a typed name trimmed and at most 50 characters long, and marks it as new',
      'Renewal 120 s before the end, offset 300 s': [
        'asks for another token 120 s before the one it has ends, and gives no ended one out',
        'asks for one when the window comes back to the front with less than 300 s left',
      ],
      'Documentation: three retries': 'loads the table of contents with three more tries',
      'Version 21.12.4.62634': 'the console > shows the version text in the About dialog',
      'English by default': 'takes * for en',
      'Internal tunnels: pre-shared key only': 'a value that S2 states > overlay-security /credentials/mode: enum psk',
      "'all' only with all-access": "an address > of 'all' leads whoever has no all-access to their own tenant",
      'Default tab: security':
        'a page of settings > opens the tab of its address, else the one it names, and keeps what was typed in tabs that one leaves',
      'Syslog: UDP is 17': 'syslog-server is accepted: a server by name over UDP',
      'Mode of vti is chosen': 'external-gateway: routing-of-vti',
    },
  },
}
