import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const calls: SectionRows = {
  document: 'S1',
  section: 7,
  rows: {
    call: {
      'GET /api/v1/edgeBoxes': [
        'the calls of S1 section 7 > GET /api/v1/edgeBoxes',
        'calls on an overlay that are no collections > gives transport networks with and without the reserved one, and the boxes that others can take the time from',
      ],
      'GET /api/v1/edgeBoxes/{id}': [
        'the calls of S1 section 7 > GET /api/v1/edgeBoxes/{id}',
        "every entity on postgres > 'edge-box' > is created, read, listed, changed and deleted",
      ],
      'POST /api/v1/edgeBoxes': [
        'the calls of S1 section 7 > POST /api/v1/edgeBoxes',
        "every entity on postgres > 'edge-box' > is created, read, listed, changed and deleted",
      ],
      'PUT /api/v1/edgeBoxes': [
        'the calls of S1 section 7 > PUT /api/v1/edgeBoxes',
        "every entity on postgres > 'edge-box' > is created, read, listed, changed and deleted",
      ],
      'DELETE /api/v1/edgeBoxes/{id}': [
        'the calls of S1 section 7 > DELETE /api/v1/edgeBoxes/{id}',
        'a device of the list > comes from one file of boxes, interfaces and subnets in any order, is looked at live, and goes by the second of two steps',
      ],
      'GET /api/v1/teleEngines': [
        'the calls of S1 section 7 > GET /api/v1/teleEngines',
        "every entity on postgres > 'tele-engine' > is created, read, listed, changed and deleted",
      ],
      'GET /api/v1/teleEngines/{id}': [
        'the calls of S1 section 7 > GET /api/v1/teleEngines/{id}',
        "every entity on postgres > 'tele-engine' > is created, read, listed, changed and deleted",
      ],
      'POST /api/v1/teleEngines': [
        'the calls of S1 section 7 > POST /api/v1/teleEngines',
        "every entity on postgres > 'tele-engine' > is created, read, listed, changed and deleted",
      ],
      'PUT /api/v1/teleEngines': [
        'the calls of S1 section 7 > PUT /api/v1/teleEngines',
        "every entity on postgres > 'tele-engine' > is created, read, listed, changed and deleted",
      ],
      'DELETE /api/v1/teleEngines/{id}': [
        'the calls of S1 section 7 > DELETE /api/v1/teleEngines/{id}',
        'a tele engine > is made on a new site, leaves its network open, keeps its first subnet, is looked at, and goes',
      ],
      'GET /api/v1/ipEngines/synthesis': [
        'the calls of S1 section 7 > GET /api/v1/ipEngines/synthesis',
        'the combined device list on * > tells configured, not provisioned, and unconfigured devices apart, counts them and finds them',
      ],
      'GET /api/v1/ipEngines/synthesis/{filter}': [
        'the calls of S1 section 7 > GET /api/v1/ipEngines/synthesis/{filter}',
        'the combined device list on * > tells configured, not provisioned, and unconfigured devices apart, counts them and finds them',
      ],
      'GET /api/v1/colorings': [
        'the calls of S1 section 7 > GET /api/v1/colorings',
        'reference data of an overlay on * > of colorings is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'GET /api/v1/transportNetworks/full': [
        'the calls of S1 section 7 > GET /api/v1/transportNetworks/full',
        'calls on an overlay that are no collections > gives transport networks with and without the reserved one, and the boxes that others can take the time from',
      ],
      'GET /api/v1/transportNetworks/full/teleEngine': [
        'the calls of S1 section 7 > GET /api/v1/transportNetworks/full/teleEngine',
        'calls on an overlay that are no collections > gives transport networks with and without the reserved one, and the boxes that others can take the time from',
      ],
      'PUT /api/v1/transportNetworks': [
        'the calls of S1 section 7 > PUT /api/v1/transportNetworks',
        'reference data of an overlay on * > of transportNetworks is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'GET /api/v1/wanEndpoints': [
        'the calls of S1 section 7 > GET /api/v1/wanEndpoints',
        'calls on an overlay that are no collections > lists the uplinks that may be the other end of a connection',
      ],
      'GET /api/v1/sites': [
        'the calls of S1 section 7 > GET /api/v1/sites',
        'reference data of an overlay on * > of sites is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'GET /api/v1/sites/{id}/ibgpEdgeBoxEndpoints': [
        'the calls of S1 section 7 > GET /api/v1/sites/{id}/ibgpEdgeBoxEndpoints',
        'calls on an overlay that are no collections > lists the boxes and the subnets of one site, those of tele engines too',
      ],
      'GET /api/v1/sites/{id}/subnets': [
        'the calls of S1 section 7 > GET /api/v1/sites/{id}/subnets',
        'calls on an overlay that are no collections > lists the boxes and the subnets of one site, those of tele engines too',
      ],
      'GET /api/v1/appliances': [
        'the calls of S1 section 7 > GET /api/v1/appliances',
        'the combined device list on * > tells configured, not provisioned, and unconfigured devices apart, counts them and finds them',
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
        'reference data of an overlay on * > of syslogServer is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'GET /api/v1/cloudsec/regions': [
        'the calls of S1 section 7 > GET /api/v1/cloudsec/regions',
        'reference data of an overlay on * > of cloudsec/regions is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'GET /api/v1/sdi/pops': [
        'the calls of S1 section 7 > GET /api/v1/sdi/pops',
        'reference data of an overlay on * > of sdi/pops is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'GET /api/v1/sdi/settings': [
        'the calls of S1 section 7 > GET /api/v1/sdi/settings',
        'calls on an overlay that are no collections > reads the settings of the SDI service by the right to their resource',
      ],
      'GET /api/v1/overlay/vrrp_profile': [
        'the calls of S1 section 7 > GET /api/v1/overlay/vrrp_profile',
        'reference data of an overlay on * > of overlay/vrrp_profile is called as the specification says: lists, one, writes with data, deletions by address',
      ],
      'GET /api/v1/overlay/routing': [
        'the calls of S1 section 7 > GET /api/v1/overlay/routing',
        'advanced configuration on * > is there from the first day, of overlays alone, with the defaults of the specification',
      ],
      'GET /api/v1/overlay/security': [
        'the calls of S1 section 7 > GET /api/v1/overlay/security',
        'advanced configuration on * > is there from the first day, of overlays alone, with the defaults of the specification',
      ],
      'GET /api/v1/timeSynchro': [
        'the calls of S1 section 7 > GET /api/v1/timeSynchro',
        'advanced configuration on * > is there from the first day, of overlays alone, with the defaults of the specification',
      ],
      'GET /api/v1/localBreakout': [
        'the calls of S1 section 7 > GET /api/v1/localBreakout',
        'advanced configuration on * > is there from the first day, of overlays alone, with the defaults of the specification',
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
      'POST /livemon/v1/{overlay}/sessions': [
        'the calls of S1 section 7 > POST /livemon/v1/{overlay}/sessions',
        'live troubleshooting on * > a session > is opened with proof that stays in the browser and goes to its own window only',
      ],
      'GET /livemon/v1/{overlay}/view/{oid}/': [
        'the calls of S1 section 7 > GET /livemon/v1/{overlay}/view/{oid}/',
        'live troubleshooting on * > the window > is a page of the strict policy that names the box and says that its data are simulated',
      ],
    },
    rule: {
      'Overlay status every 60 s':
        'the overview of an overlay > asks again every minute; what fails or is malformed leaves the last figures',
      'Regions and PoPs only with their features':
        'the region of a site and what needs a feature on * > cannot be read, referred to or written where the feature is missing, and says why',
    },
  },
}
