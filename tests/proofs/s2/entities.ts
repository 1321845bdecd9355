import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const entities: SectionRows = {
  document: 'S2',
  section: 3,
  rows: {
    field: {
      'Gateway: second address only of zscaler': 'external-gateway: secondary-of-zscaler',
      'Gateway: revision and last change':
        "every entity on postgres > 'external-gateway' > refuses a stale revision with the record as it is, and a missing one",
      'Overlay routing: default subnet where none is given': 'overlay-routing: default-subnet',
      'Overlay routing, security, time, breakout: one of each in every overlay':
        'advanced configuration on * > is there from the first day, of overlays alone, with the defaults of the specification',
      'Overlay security: key with its mark': 'advanced configuration on * > says of the pre-shared key that there is one, and nothing else',
      'Zone: those of the product are read only': [
        "firewall-vpn-zone is refused: a zone that calls itself the product's",
        "every entity on postgres > 'firewall-vpn-zone' > is created, read, listed, changed and deleted",
      ],
      'Policy of two zones: one for each ordered pair': [
        'policies of pairs of zones on * > are there with their zones, a zone with itself included, and stored by nobody',
        'policies of pairs of zones on * > are named in one way only, and are nobody else’s',
      ],
      'Internet policy: one for each zone and set':
        'policies of zones and application sets on * > have zones as rows and sets as columns, each pair in one direction',
      'Internet policy: alarm and its text': [
        'policies of zones and application sets on * > tell an alarm of the policy that is in force, and of no other',
        "internet-policy is refused: an alarm of one's own",
      ],
      'SaaS application: name, and the set that has it':
        'application sets on * > hold applications of the catalogue, which says in each overlay which of its sets that is',
      'Dashboard: tags and primary flag': [
        'the overlay menu > has dashboards by name whatever its case, without unlisted ones',
        'the overview of an overlay > gives way to the primary dashboard',
      ],
      'Overlay resource of the context':
        'the context > holds the tenants that roles are held on, with permissions, features and the overlay of customers',
      'Profile: name and mail, which is read only': [
        'the profile > keeps name and language, and only what was sent changes',
        'the profile > refuses *',
      ],
      'Alerts by severity, with their counts': 'the summary of alerts > counts each severity, one that is named twice too',
      'Overview: every figure': [
        'the overview of an overlay > shows every figure against its maximum, throughput in Mbps',
        'calls on an overlay that are no collections > counts what the overlay has, a tunnel that both ends name once; its traffic is told as simulated',
      ],
      'Live session':
        'live troubleshooting on * > a session > is opened with proof that stays in the browser and goes to its own window only',
      'Gateway: every field by its name': [
        'the fields of S2 section 3 > ExternalGateway',
        "every entity on postgres > 'external-gateway' > is created, read, listed, changed and deleted",
        'external-gateway is accepted: a gateway with subnets and all that a tunnel has',
      ],
      'Overlay routing: every field by its name': [
        'the fields of S2 section 3 > OverlayRouting',
        'advanced configuration on * > is there from the first day, of overlays alone, with the defaults of the specification',
      ],
      'Overlay security: every field by its name': [
        'the fields of S2 section 3 > OverlaySecurity',
        'advanced configuration on * > is there from the first day, of overlays alone, with the defaults of the specification',
      ],
      'Time: server and boxes': ['the fields of S2 section 3 > TimeSynchro', 'time-synchro is accepted: a server'],
      'Local breakout: enabled, network, networks to choose from': [
        'the fields of S2 section 3 > LocalBreakout',
        'advanced configuration on * > names the networks over which traffic may leave, and keeps to those of the overlay',
      ],
      'Cloud mesh: AS number and subnet': [
        'the fields of S2 section 3 > CloudMeshRouting',
        'advanced configuration on * > shows the routing of the cloud mesh to overlays that have one, and changes nothing of it',
      ],
      'Syslog server: every field by its name': [
        'the fields of S2 section 3 > SyslogServer',
        "every entity on postgres > 'syslog-server' > is created, read, listed, changed and deleted",
      ],
      'IHAP profile: every field by its name, default ones marked': [
        'the fields of S2 section 3 > IhapProfile',
        "every entity on postgres > 'ihap-profile' > is created, read, listed, changed and deleted",
        'ihap-profile is refused: a profile that calls itself the default',
      ],
      'VRRP profile: every field by its name': [
        'the fields of S2 section 3 > VrrpProfile',
        "every entity on postgres > 'vrrp-profile' > is created, read, listed, changed and deleted",
        'vrrp-profile is accepted: a profile of its own',
      ],
      'Transport network: name, eligible for DTI, revision': [
        'the fields of S2 section 3 > TransportNetwork',
        "every entity on postgres > 'transport-network' > is created, read, listed, changed and deleted",
      ],
      'Zone: every field by its name': [
        'the fields of S2 section 3 > FirewallVpnZone',
        "every entity on postgres > 'firewall-vpn-zone' > is created, read, listed, changed and deleted",
      ],
      'Policy of two zones: value, references, revision, last change': [
        'the fields of S2 section 3 > VpnZonePolicy',
        'policies of pairs of zones on * > are changed from a revision, with a line in the journal, by those who may change zones',
      ],
      'Internet policy: value, alarm, references with the name of the set, revision, last change':
        'the fields of S2 section 3 > InternetPolicy',
      'Application set: every field of both kinds by its name': [
        'the fields of S2 section 3 > ApplicationSet',
        "every entity on postgres > 'application-set' > is created, read, listed, changed and deleted",
        'application-set is accepted: the web by its ports',
        'application-set is accepted: an office in the cloud',
      ],
      'SaaS application: name, disabled, deleted': 'the fields of S2 section 3 > SaasApplication',
      'Gateway: key with its mark':
        "a secret > of 'external-gateway' is in no answer, whether it is taken or refused, tried, repeated or taken back",
    },
  },
}
