import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const calls: SectionRows = {
  document: 'S2',
  section: 7,
  rows: {
    rule: {
      'Bearer token and overlay with every call': [
        'the client > sends the bearer token and the overlay',
        'what schemas say about storage on * > needs the overlay header for what lives in an overlay',
      ],
    },
    call: {
      'GET /api/v1/externalGateways': [
        'the calls of S2 section 7 > GET /api/v1/externalGateways',
        'reference data of an overlay on * > of externalGateways is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'GET /api/v1/externalGateways/{id}': [
        'the calls of S2 section 7 > GET /api/v1/externalGateways/{id}',
        'reference data of an overlay on * > of externalGateways is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'POST /api/v1/externalGateways': [
        'the calls of S2 section 7 > POST /api/v1/externalGateways',
        'reference data of an overlay on * > of externalGateways is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'PUT /api/v1/externalGateways': [
        'the calls of S2 section 7 > PUT /api/v1/externalGateways',
        'reference data of an overlay on * > of externalGateways is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'DELETE /api/v1/externalGateways/{id}': [
        'the calls of S2 section 7 > DELETE /api/v1/externalGateways/{id}',
        'reference data of an overlay on * > of externalGateways is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'GET /api/v1/overlay/routing': [
        'the calls of S1 section 7 > GET /api/v1/overlay/routing',
        'advanced configuration on * > is there from the first day, of overlays alone, with the defaults of the specification',
      ],
      'PUT /api/v1/overlay/routing': [
        'the calls of S2 section 7 > PUT /api/v1/overlay/routing',
        'advanced configuration on * > is changed without naming an identifier, with a revision, by those who may, and told by the journal',
      ],
      'GET /api/v1/overlay/security': [
        'the calls of S1 section 7 > GET /api/v1/overlay/security',
        'advanced configuration on * > is there from the first day, of overlays alone, with the defaults of the specification',
      ],
      'PUT /api/v1/overlay/security': [
        'the calls of S2 section 7 > PUT /api/v1/overlay/security',
        'advanced configuration on * > is changed without naming an identifier, with a revision, by those who may, and told by the journal',
      ],
      'GET /api/v1/overlay/vrrp_profile': [
        'the calls of S1 section 7 > GET /api/v1/overlay/vrrp_profile',
        'reference data of an overlay on * > of overlay/vrrp_profile is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'PUT /api/v1/overlay/vrrp_profile': [
        'the calls of S2 section 7 > PUT /api/v1/overlay/vrrp_profile',
        'reference data of an overlay on * > of overlay/vrrp_profile is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'GET /api/v1/timeSynchro': [
        'the calls of S1 section 7 > GET /api/v1/timeSynchro',
        'advanced configuration on * > is there from the first day, of overlays alone, with the defaults of the specification',
      ],
      'PUT /api/v1/timeSynchro': [
        'the calls of S2 section 7 > PUT /api/v1/timeSynchro',
        'advanced configuration on * > is changed without naming an identifier, with a revision, by those who may, and told by the journal',
      ],
      'GET /api/v1/localBreakout': [
        'the calls of S1 section 7 > GET /api/v1/localBreakout',
        'advanced configuration on * > is there from the first day, of overlays alone, with the defaults of the specification',
      ],
      'PUT /api/v1/localBreakout': [
        'the calls of S2 section 7 > PUT /api/v1/localBreakout',
        'advanced configuration on * > names the networks over which traffic may leave, and keeps to those of the overlay',
      ],
      'GET /api/v1/overlay/cloudMesh': [
        'the calls of S2 section 7 > GET /api/v1/overlay/cloudMesh',
        'advanced configuration on * > shows the routing of the cloud mesh to overlays that have one, and changes nothing of it',
      ],
      'GET /api/v1/syslogServer': [
        'the calls of S1 section 7 > GET /api/v1/syslogServer',
        'reference data of an overlay on * > of syslogServer is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'GET /api/v1/syslogServer/{id}': [
        'the calls of S1 section 7 > GET /api/v1/syslogServer/{id}',
        'reference data of an overlay on * > of syslogServer is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'PUT /api/v1/syslogServer': [
        'the calls of S1 section 7 > PUT /api/v1/syslogServer',
        'collections of advanced configuration on * > takes the list of syslog servers as it is edited: new ones without an identifier, all or none, and nothing goes by being left out',
      ],
      'GET /networkConfiguration/v1/ihap/profiles': [
        'the calls of S1 section 7 > GET /networkConfiguration/v1/ihap/profiles',
        'reference data of an overlay on * > of /networkConfiguration/v1/ihap/profiles is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'POST /networkConfiguration/v1/ihap/profiles': [
        'the calls of S1 section 7 > POST /networkConfiguration/v1/ihap/profiles',
        'reference data of an overlay on * > of /networkConfiguration/v1/ihap/profiles is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'PUT /networkConfiguration/v1/ihap/profiles': [
        'the calls of S1 section 7 > PUT /networkConfiguration/v1/ihap/profiles',
        'reference data of an overlay on * > of /networkConfiguration/v1/ihap/profiles is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'GET /networkConfiguration/v1/ihap/profiles/{id}': [
        'the calls of S1 section 7 > GET /networkConfiguration/v1/ihap/profiles/{id}',
        'reference data of an overlay on * > of /networkConfiguration/v1/ihap/profiles is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'DELETE /networkConfiguration/v1/ihap/profiles/{id}': [
        'the calls of S1 section 7 > DELETE /networkConfiguration/v1/ihap/profiles/{id}',
        'reference data of an overlay on * > of /networkConfiguration/v1/ihap/profiles is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'GET /api/v1/transportNetworks/full': [
        'the calls of S1 section 7 > GET /api/v1/transportNetworks/full',
        'calls on an overlay that are no collections > gives transport networks with and without the reserved one, and the boxes that others can take the time from',
      ],
      'PUT /api/v1/transportNetworks': [
        'the calls of S1 section 7 > PUT /api/v1/transportNetworks',
        'reference data of an overlay on * > of transportNetworks is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'GET /api/v1/edgeBoxes': [
        'the calls of S1 section 7 > GET /api/v1/edgeBoxes',
        'calls on an overlay that are no collections > gives transport networks with and without the reserved one, and the boxes that others can take the time from',
      ],
      'GET /api/v1/firewall/vpn/zones': [
        'the calls of S2 section 7 > GET /api/v1/firewall/vpn/zones',
        "every entity on postgres > 'firewall-vpn-zone' > is created, read, listed, changed and deleted",
      ],
      'GET /api/v1/firewall/vpn/zones/{id}': [
        'the calls of S2 section 7 > GET /api/v1/firewall/vpn/zones/{id}',
        "every entity on postgres > 'firewall-vpn-zone' > is created, read, listed, changed and deleted",
      ],
      'POST /api/v1/firewall/vpn/zones': [
        'the calls of S2 section 7 > POST /api/v1/firewall/vpn/zones',
        "every entity on postgres > 'firewall-vpn-zone' > is created, read, listed, changed and deleted",
      ],
      'PUT /api/v1/firewall/vpn/zones': [
        'the calls of S2 section 7 > PUT /api/v1/firewall/vpn/zones',
        "every entity on postgres > 'firewall-vpn-zone' > is created, read, listed, changed and deleted",
      ],
      'DELETE /api/v1/firewall/vpn/zones/{id}': [
        'the calls of S2 section 7 > DELETE /api/v1/firewall/vpn/zones/{id}',
        "every entity on postgres > 'firewall-vpn-zone' > is created, read, listed, changed and deleted",
      ],
      'GET /api/v1/firewall/apps/saas': [
        'the calls of S2 section 7 > GET /api/v1/firewall/apps/saas',
        'application sets on * > hold applications of the catalogue, which says in each overlay which of its sets that is',
      ],
      'GET /api/v1/firewall/vpn/policies': [
        'the calls of S2 section 7 > GET /api/v1/firewall/vpn/policies',
        'policies of pairs of zones on * > are there with their zones, a zone with itself included, and stored by nobody',
      ],
      'GET /api/v1/firewall/vpn/policies/{id}': [
        'the calls of S2 section 7 > GET /api/v1/firewall/vpn/policies/{id}',
        'policies of pairs of zones on * > are named in one way only, and are nobody else’s',
      ],
      'PUT /api/v1/firewall/vpn/policies': [
        'the calls of S2 section 7 > PUT /api/v1/firewall/vpn/policies',
        'policies of pairs of zones on * > are changed from a revision, with a line in the journal, by those who may change zones',
      ],
      'GET /api/v1/firewall/internet/policies': [
        'the calls of S2 section 7 > GET /api/v1/firewall/internet/policies',
        'policies of zones and application sets on * > have zones as rows and sets as columns, each pair in one direction',
      ],
      'GET /api/v1/firewall/internet/policies/{id}': [
        'the calls of S2 section 7 > GET /api/v1/firewall/internet/policies/{id}',
        'policies of zones and application sets on * > have zones as rows and sets as columns, each pair in one direction',
      ],
      'PUT /api/v1/firewall/internet/policies': [
        'the calls of S2 section 7 > PUT /api/v1/firewall/internet/policies',
        'policies of zones and application sets on * > tell an alarm of the policy that is in force, and of no other',
      ],
      'GET /api/v1/firewall/appsets/saas': [
        'the calls of S2 section 7 > GET /api/v1/firewall/appsets/saas',
        "every entity on postgres > 'application-set' > is created, read, listed, changed and deleted",
      ],
      'GET /api/v1/firewall/appsets/portBased': [
        'the calls of S2 section 7 > GET /api/v1/firewall/appsets/portBased',
        "every entity on postgres > 'application-set' > is created, read, listed, changed and deleted",
      ],
      'GET /api/v1/firewall/appsets/{id}': [
        'the calls of S2 section 7 > GET /api/v1/firewall/appsets/{id}',
        "every entity on postgres > 'application-set' > is created, read, listed, changed and deleted",
      ],
      'POST /api/v1/firewall/appsets': [
        'the calls of S2 section 7 > POST /api/v1/firewall/appsets',
        "every entity on postgres > 'application-set' > is created, read, listed, changed and deleted",
      ],
      'PUT /api/v1/firewall/appsets': [
        'the calls of S2 section 7 > PUT /api/v1/firewall/appsets',
        "every entity on postgres > 'application-set' > is created, read, listed, changed and deleted",
      ],
      'DELETE /api/v1/firewall/appsets/{id}': [
        'the calls of S2 section 7 > DELETE /api/v1/firewall/appsets/{id}',
        "every entity on postgres > 'application-set' > is created, read, listed, changed and deleted",
      ],
      'GET /api/v1/stats': [
        'the calls of S2 section 7 > GET /api/v1/stats',
        'calls on an overlay that are no collections > counts what the overlay has, a tunnel that both ends name once; its traffic is told as simulated',
      ],
      'GET /supervision/alerting-config/{overlay}/api/v1/alertSummary': [
        'the calls of S2 section 7 > GET /supervision/alerting-config/{overlay}/api/v1/alertSummary',
        'the alerts of an overlay on * > are counted by the rules that are stored, whose figures are above their limits',
      ],
      'POST /livemon/v1/{overlay}/sessions': [
        'the calls of S1 section 7 > POST /livemon/v1/{overlay}/sessions',
        'live troubleshooting on * > a session > is opened with proof that stays in the browser and goes to its own window only',
      ],
      'GET /livemon/v1/{overlay}/view/{oid}/': [
        'the calls of S1 section 7 > GET /livemon/v1/{overlay}/view/{oid}/',
        'live troubleshooting > opens its window with the press itself, and shows the session there once it is known',
      ],
      'GET /api/user/v2/tenants': [
        'the calls of S0 section 7 > GET /api/user/v2/tenants',
        'the tenant search > gives one row more than asked for when there are more',
      ],
      'GET /toc.json': [
        'the calls of S0 section 7 > GET /toc.json',
        'loads the table of contents with three more tries',
        'only logs that it did not come',
      ],
      'POST /api/reporting/v1/overlays/{overlayId}/context': [
        'the calls of S2 section 7 > POST /api/reporting/v1/overlays/{overlay}/context',
        'reports > are told the overlay before their frame is asked for',
      ],
    },
  },
}
