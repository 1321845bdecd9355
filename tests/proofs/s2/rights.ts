import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const rights: SectionRows = {
  document: 'S2',
  section: 6,
  rows: {
    right: {
      'Gateways: who reads, creates, changes, deletes': [
        "rights-matrix > 'external-gateway' > is listed, and its journal read, by exactly those whom the table of rights names",
        "rights-matrix > 'external-gateway' > is created by exactly those whom the table of rights names",
        "rights-matrix > 'external-gateway' > offers of each record what the service carries out, and gives the reason of the refusal for the rest",
      ],
      'Zones: who reads, creates, changes, deletes': [
        "rights-matrix > 'firewall-vpn-zone' > is listed, and its journal read, by exactly those whom the table of rights names",
        "rights-matrix > 'firewall-vpn-zone' > is created by exactly those whom the table of rights names",
        "rights-matrix > 'firewall-vpn-zone' > offers of each record what the service carries out, and gives the reason of the refusal for the rest",
      ],
      'Application sets: who reads, creates, changes, deletes': [
        "rights-matrix > 'application-set' > is listed, and its journal read, by exactly those whom the table of rights names",
        "rights-matrix > 'application-set' > is created by exactly those whom the table of rights names",
        "rights-matrix > 'application-set' > offers of each record what the service carries out, and gives the reason of the refusal for the rest",
      ],
      'The console offers exactly that, for every account': '* > is offered exactly what the specification and the service allow',
      'Gateway without update: read only, Close': [
        'a record that is consulted > is not to be changed, whatever rights there are, and is closed',
        'reading without the right to change > shows values that can be read and copied, no Apply, and why',
      ],
      'Application sets and policies follow the right to zones': [
        'application sets on * > are changed by whoever may change zones, and not at all where they come with the product',
        'policies of pairs of zones on * > are changed from a revision, with a line in the journal, by those who may change zones',
      ],
      'Overlay settings are changed by those who may':
        'advanced configuration on * > is changed without naming an identifier, with a revision, by those who may, and told by the journal',
      'Switches of transport networks follow the security parameters': [
        'collections of advanced configuration on * > lets those switch direct internet traffic who may change security parameters',
        'a table of records in a tab > has a column for each record where it is transposed, and switches of those who may',
      ],
      'IHAP profiles: created with create':
        'collections of advanced configuration on * > keeps names of IHAP profiles as they were given, and leaves creating to those who may',
      'Cloud security portal: update on boxes, the feature, an address': [
        'the overlay menu > has the portal with update on edge boxes',
        'the overlay menu > has no portal with read on edge boxes',
        'the overlay menu > has no portal with the feature disabled',
        'the overlay menu > has no portal without its address',
      ],
      'Applications: each entry on its own field': [
        'the overlay menu > has monitoring with its own field',
        'the overlay menu > has configuration with its own field',
        'the overlay menu > has SSL optimisation with its own field',
        'the views of the service itself on * > tells apart the fields of applications, dashboards and their rules',
      ],
      'Alert configurator: update on supervision': [
        'the overlay menu > has the configurator alone with update alone',
        'the views of the service itself on * > the alert configurator > takes only what its own page sent, from somebody who may change the rules',
      ],
      'Reporting: read on reporting, and a reporting service': [
        'the overlay menu > has reports with read on reporting',
        'the overlay menu > has no reports without a reporting service',
      ],
      'Supervision: alerts for who may read it, rules for who may change it': [
        'the alerts of an overlay on * > are for whoever may read the supervision, and their rules for whoever may change it',
        'the badge of notifications > asks nothing for whoever may not see the supervision',
      ],
      'Dashboard: for the browser that was let in, as long as its person may':
        'the alerts of an overlay on * > a dashboard of the service itself > is for the browser that was let in, in that overlay, as long as its person may',
      'Overview: for who may read the overlay': 'the overview of an overlay > is not for whoever may not read the overlay',
      'Policies: who reads and changes': [
        "rights-matrix > 'vpn-zone-policy' > is listed, and its journal read, by exactly those whom the table of rights names",
        "rights-matrix > 'internet-policy' > is listed, and its journal read, by exactly those whom the table of rights names",
      ],
      'Nobody changes policies without update on zones': 'a viewer can change nothing anywhere > in tenants *',
      'Advanced configuration: tabs that one may read, and those that always stand there':
        'the tabs of a page of settings > are those that one may read, and those that always stand there; who may change nothing closes',
      'Advanced configuration in the menu: read on any of its fields': [
        'the overlay menu > has the advanced configuration with read on routing_parameters alone',
        'the overlay menu > has the advanced configuration with read on security_parameters alone',
        'the overlay menu > has the advanced configuration with read on time_sync alone',
        'the overlay menu > has the advanced configuration with read on network alone',
        'the overlay menu > has the advanced configuration with read on vrrp_profile alone',
        'the overlay menu > has the advanced configuration with read on ihap_profile alone',
      ],
      'Frames: each view needs its own right': [
        "the view at 'applications/monitoring' > is not asked for without that right, and says which one is missing",
        "the view at 'applications/configuration' > is not asked for without that right, and says which one is missing",
        "the view at 'applications/sslconfiguration' > is not asked for without that right, and says which one is missing",
        "the view at 'supervision/alertingconfig' > is not asked for without that right, and says which one is missing",
        "the view at 'reporting' > is not asked for without that right, and says which one is missing",
      ],
      'Syslog servers are changed with the security parameters':
        'a table of records in a tab > is shown and not changed without the right, and says why it could not be loaded',
      'IHAP profiles: add needs create':
        'a list of records in a tab > says that there are none, and offers to add one to those alone who may',
      'Network menu: what one may read': [
        '* > is offered exactly what the specification and the service allow',
        'listing > needs the right to read',
      ],
    },
  },
}
