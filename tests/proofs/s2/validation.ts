import type { SectionRows } from '../../../scripts/proofs/rows.ts'

/** Rules of validation. */
export const validation: SectionRows = {
  document: 'S2',
  section: 5,
  rows: {
    rule: {
      'Gateway: name and address required': ['external-gateway is refused: no name', 'external-gateway is refused: no address'],
      'Gateway: addresses are IPv4': 'external-gateway is refused: an address that is none',
      'Gateway: subnet with prefix and mask': [
        'external-gateway is refused: a mask of 33',
        'external-gateway is refused: a subnet without a prefix',
        'external-gateway is refused: a subnet without a mask',
        'external-gateway is refused: a prefix that is no address',
      ],
      'Gateway: peer, AS number, preference required with BGP alone': 'external-gateway: peer-needed',
      'Gateway: lifetimes and MTU required': [
        'external-gateway is refused: a lifetime below the bound',
        'external-gateway is refused: no MTU',
      ],
      'Gateway: key required unless one is stored': [
        'external-gateway is refused: no pre-shared key',
        'external-gateway: key-needed',
        'external-gateway: key-of-key-mode',
      ],
      'Internal tunnels: cypher, authentication, group required': [
        'overlay-security is refused: no cypher',
        'overlay-security is refused: no authentication',
        'overlay-security is refused: no group',
      ],
      'Overlay routing: a valid subnet, or none': [
        'overlay-routing is refused: a subnet with host bits',
        'overlay-routing is accepted: numbers to give and nothing else',
      ],
      'Overlay routing: range of AS numbers required and valid': [
        'overlay-routing is refused: no range',
        'overlay-routing is refused: a range that ends before it begins',
      ],
      'Overlay routing: BGP community, not 0000 or FFFF': [
        'overlay-routing is refused: a community of zeros',
        'overlay-routing is refused: a community of ones',
        'overlay-routing is refused: a community in small letters',
      ],
      'Time server: an address, required': [
        'time-synchro is refused: no server',
        'time-synchro is refused: a name instead of an address',
        'time-synchro: server-needed',
      ],
      'Syslog server: name, address, protocol, port required': [
        'syslog-server is refused: no name',
        'syslog-server is refused: no ipOrHostname',
        'syslog-server is refused: no port',
        'syslog-server is refused: a host name with a space',
        'syslog-server is refused: no protocol',
      ],
      'IHAP profile: name, keep-alive, factor required': [
        'ihap-profile is refused: no name',
        'ihap-profile is refused: a sign of life every 49 milliseconds',
        'ihap-profile is refused: a factor of 11',
        'ihap-profile is refused: no keep-alive',
        'ihap-profile is refused: no factor',
      ],
      'Local breakout: network required when enabled': ['local-breakout: network-needed', 'local-breakout is refused: no network'],
      'Zone: priority and name required': ['firewall-vpn-zone is refused: priority 0', 'firewall-vpn-zone is refused: no name'],
      'Zone: subnet with prefix and mask': [
        'firewall-vpn-zone is refused: a subnet without a prefix',
        'firewall-vpn-zone is refused: a prefix that is no address',
        'firewall-vpn-zone is refused: a mask of 33',
        'firewall-vpn-zone is refused: a subnet without a mask',
      ],
      'Application set: priority and name required': ['application-set is refused: no priority', 'application-set is refused: no name'],
      'Rows of ports: protocol by name or a number to 143': ['application-set: protocol-name', 'application-set is refused: protocol 144'],
      'Rows of ports: list of ports': [
        'application-set is refused: a port that does not exist',
        "shared definitions > 'network#/$defs/portsList' accepts '0;65535' and refuses '65536' with its own key",
      ],
      'Profile: name required, at most 250, mail read only': ['the profile > takes a name of 250 characters', 'the profile > refuses *'],
      'Free text of a select is trimmed, at most 50, offered only if it passes':
        'an editable select on a reference > stores a typed name trimmed and at most 50 characters long, and marks it as new',
      'validation.global.error blocks the save':
        'errors of an editor > block saving, mark the tab that hides them, open it and focus the field',
      'First message of a field alone': 'errors of an editor > show when a field is left, the first message only',
      'Special characters are escaped in every search': 'list filters as RSQL > makes wildcards of the person literal',
      'Free text of a select: nothing beyond 50, offered only where the field accepts it':
        'a suggestion or a value of one’s own > offers what is typed only where the field would accept it, and never more than 50 characters',
      'Profile: name required before it is sent': 'the profile > is saved with its revision, and says what is wrong with a name first',
      'Gateway: second address valid where it is given': [
        'external-gateway is refused: a second address that is none',
        'external-gateway: secondary-of-zscaler',
      ],
      'Gateway: peer of BGP is an address': ['external-gateway is refused: a peer that is no address', 'external-gateway: peer-needed'],
      'VRRP profile: version 2 alone, multicast alone': [
        'vrrp-profile is refused: another version of the protocol',
        'vrrp-profile is refused: another kind of peering',
      ],
      'Advanced configuration: nothing is sent while a tab is invalid':
        'a page of settings > sends nothing while a changed tab is invalid, marks it, and goes to the first error',
      'Table of syslog servers: what is wrong is marked at its cell':
        'a table of records in a tab > marks what is wrong at its cell, before it is sent and after the service refused it',
    },
    limit: {
      'Gateway: every bound at, below and above, in console and service': [
        'the console, at, below and above the bounds > of every place of external-gateway, each of which a sample reaches',
        'the service, at, below and above the bounds > of every place of external-gateway',
      ],
      'Overlay routing: every bound at, below and above': [
        'the console, at, below and above the bounds > of every place of overlay-routing, each of which a sample reaches',
        'the service, at, below and above the bounds > of every place of overlay-routing',
      ],
      'Internal tunnels: every bound at, below and above': [
        'the console, at, below and above the bounds > of every place of overlay-security, each of which a sample reaches',
        'the service, at, below and above the bounds > of every place of overlay-security',
      ],
      'Time: every bound at, below and above': [
        'the console, at, below and above the bounds > of every place of time-synchro, each of which a sample reaches',
        'the service, at, below and above the bounds > of every place of time-synchro',
      ],
      'Syslog server: every bound at, below and above': [
        'the console, at, below and above the bounds > of every place of syslog-server, each of which a sample reaches',
        'the service, at, below and above the bounds > of every place of syslog-server',
      ],
      'IHAP profile: every bound at, below and above': [
        'the console, at, below and above the bounds > of every place of ihap-profile, each of which a sample reaches',
        'the service, at, below and above the bounds > of every place of ihap-profile',
      ],
      'VRRP profile: every bound at, below and above': [
        'the console, at, below and above the bounds > of every place of vrrp-profile, each of which a sample reaches',
        'the service, at, below and above the bounds > of every place of vrrp-profile',
      ],
      'Zone: every bound at, below and above': [
        'the console, at, below and above the bounds > of every place of firewall-vpn-zone, each of which a sample reaches',
        'the service, at, below and above the bounds > of every place of firewall-vpn-zone',
      ],
      'Application set: every bound at, below and above': [
        'the console, at, below and above the bounds > of every place of application-set, each of which a sample reaches',
        'the service, at, below and above the bounds > of every place of application-set',
      ],
    },
  },
}
