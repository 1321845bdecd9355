import type { SectionRows } from '../../../scripts/proofs/rows.ts'

/** Addresses, gateways, zones, sets, and the shell. */
export const screens: SectionRows = {
  document: 'S2',
  section: 2,
  rows: {
    screen: {
      'Overlay home': 'the overview of an overlay > shows every figure against its maximum, throughput in Mbps',
      'Gateways: list, new, edit, consult':
        "every page of 'external-gateway' > has no accessibility finding, keeps to the content security policy and its width, light and dark, wide and narrow",
      'Zones: list, new, edit':
        "every page of 'firewall-vpn-zone' > has no accessibility finding, keeps to the content security policy and its width, light and dark, wide and narrow",
      'Application sets: list, new and edit of both kinds':
        "every page of 'application-set' > has no accessibility finding, keeps to the content security policy and its width, light and dark, wide and narrow",
      'Dashboard in a frame': [
        'a dashboard > stands in a frame that cannot move the console, and says so when its service fails',
        'a dashboard > of another origin is not shown',
      ],
      'Applications, alert configurator and reports: their places in the menu': 'the overlay menu > has all of it in its order',
      'Applications, dashboards, alert configurator and reports in frames': [
        'a view in a frame > names itself while it loads',
        'a view in a frame > is said to be missing where the customer has no such service',
        'every view in a frame > * has no accessibility finding, keeps to the content security policy and its width, light and dark, wide and narrow',
        'the console > speaks each language in the views that it shows in frames',
        'the views of the service itself on * > * is a page in each language, safe to frame, with nothing of the records as markup',
      ],
      'Alert configurator: stores rules': [
        'the views of the service itself on * > the alert configurator > stores the rules under the person, and says so',
        'the alert configurator > stores a rule from within its frame, which stands there when it is opened anew',
      ],
      'Reports: a period, and printed':
        'the views of the service itself on * > report on the period that is asked for, in the time zone of the reader',
      'Dashboard that the overlay lacks shows ERROR': 'a dashboard > that the overlay lacks shows ERROR',
      '/logout says Disconnected. and logs out': "the console > signs out at /logout and shows 'Disconnected.'",
      'A message while the context is loading': 'the console > shows a message until session and context are there',
      'No Tenant': 'an address > of a tenant out of reach shows "No Tenant"',
      'Menu of the administration: what may be listed': 'the console > lists in the navigation what may be listed, and nothing else',
      'Menu of the overlay: dashboards by name, unlisted ones hidden':
        'the overlay menu > has dashboards by name whatever its case, without unlisted ones',
      'Menu of the overlay: cloud security portal in a window of its own':
        'the overlay menu > opens the portal alone in a window of its own, and sets the configurator alone apart',
      'Menu of the overlay only of customers': 'the overlay menu > has nothing outside of customers',
      'Tenant search once the context is ready':
        'the tenant picker > opens with everything that there is, ten at a time, and the way to each',
      'About dialog': 'the console > shows the version text in the About dialog',
      'Help in the language of the person': [
        'loads the table of contents with three more tries',
        'guesses addresses until the table of contents is there',
      ],
      'Badge of notifications': 'the badge of notifications > shows the worst severity and how many there are',
      'Panel of alerts': 'the panel of notifications > lists the alerts with what is above which limit, and leads to their dashboard',
      'Profile: Apply validates, saves and closes': 'the profile > is saved with its revision, and says what is wrong with a name first',
      'Profile: not to be edited where it cannot be loaded; closed by a button alone':
        'the profile > cannot be changed where it cannot be loaded, and stays until a button closes it',
      'Home gives way to the primary dashboard': 'the overview of an overlay > gives way to the primary dashboard',
      'Tiles: boxes, connections, application groups, flows':
        'the overview of an overlay > shows every figure against its maximum, throughput in Mbps',
      'Gateways: name and address, the second one below':
        'cells > shows the second address of a record under the first one, where there is one',
      'Gateways: edit with update, else consult': 'a list > leads who may not change a record to the address where it is looked at',
      'Gateways: loading': 'states of a list > names the columns while it loads',
      'Gateway: general, routing, security; Create or Update, Delete, Cancel or Close': [
        "the form 'external-gateway: new' > names everything that can be filled in or pressed, and leads there by Tab",
        "the form 'external-gateway: edit' > names everything that can be filled in or pressed, and leads there by Tab",
        'a record that is consulted > is not to be changed, whatever rights there are, and is closed',
      ],
      'Gateway: Delete asks, naming it and what identifies it':
        'the delete button > asks first, naming the record and what the screen tells besides',
      'Gateway: back after Apply': 'an editor > goes back to where one came from, and says what was done',
      'Zones: put in order by dragging and by keys':
        "the ordered list of 'firewall-vpn-zone' > moves a row by keys, tells every step, and writes the place of every row that moved in one plan, from its revision",
      'Zone: priority, name, description, sites, subnets':
        "the form 'firewall-vpn-zone: new' > names everything that can be filled in or pressed, and leads there by Tab",
      'Zone: dual list of sites, with the keyboard too': 'a dual list > is used with the keyboard alone',
      'Zone: Delete only of a stored one': 'the delete button > is not there for a new record',
      'Application sets: two lists side by side':
        'lanes side by side > hold the rows of an option each, in an order of their own; equal places go by name',
      'Application sets: put in order by dragging and by keys':
        "the ordered list of 'application-set' > moves a row by keys, tells every step, and writes the place of every row that moved in one plan, from its revision",
      'Application set: SaaS applications by a dual list': [
        'a dual list > draws a few of five thousand, finds by any word, and adds all that it found',
        'application-set: apps-of-saas',
      ],
      'Application set: rows of priority, protocol and ports': [
        'application-set: apps-by-port',
        'application sets on * > number the rows of ports from 1 whatever was sent, after removal and in another order',
      ],
      'Matrix of zones: allow or deny by a press':
        'a page of matrices > turns one of two values over by a press or Space, shown at once, and writes it with its revision',
      'Matrix of zones and sets: six values from a menu':
        'a page of matrices > offers six values in a menu, by press and Enter, takes letters, and fills a range',
      'Matrices lead to what stands on their axes, and are looked at alone without update':
        'a page of matrices > is looked at alone where nobody may write, and leads to what stands on its axes',
      'Warnings above the matrix': 'a page of matrices > gathers alarms above, the gravest first, and tells of each at its cell',
      'Policies: one page with both matrices': [
        "every page of 'vpn-zone-policy' > has no accessibility finding, keeps to the content security policy and its width, light and dark, wide and narrow",
        "every page of 'internet-policy' > has no accessibility finding, keeps to the content security policy and its width, light and dark, wide and narrow",
      ],
      'Root address and /index.html lead on': [
        'an address > / leads a distributor to /oid/t1/admin/partners',
        'an address > /index.html leads a distributor to /oid/t1/admin/partners',
      ],
      'Password: changed at the address of the configuration': [
        'the profile > leads to where passwords are changed, in a window of its own, where the installation names an address',
        'the profile > has no way to change a password where there is no address',
      ],
      'Gateways, zones and sets: deleted from their list after a question':
        'the actions of one row > delete after a confirmation, with the revision that was seen',
      'Application sets: priority, name and apps':
        'application sets on * > tell what they hold: applications by name, else protocols with their ports, * where TCP or UDP name none',
      'The search of a matrix and its legend': 'a page of matrices > narrows rows and columns by name and by the legend',
      'Advanced configuration: tabs at the side, security first':
        'a page of settings > opens the tab of its address, else the one it names, and keeps what was typed in tabs that one leaves',
      'Advanced configuration: update and cancel, then back': [
        'a page of settings > sends what was changed of every tab at once, says it once, and goes back',
        'a page of settings > asks before work is left behind, and resets it',
      ],
      'Advanced configuration: internal tunnels with IKE, IPsec and authentication': [
        'S2 section 2, the controls of > overlay-security, ike',
        'S2 section 2, the controls of > overlay-security, ipsec',
        'S2 section 2, the controls of > overlay-security, authentication',
      ],
      'Advanced configuration: routing with subnet, AS numbers, community, OSPF tag': [
        'S2 section 2, the controls of > overlay-routing, tunnels',
        'S2 section 2, the controls of > overlay-routing, bgp',
        'S2 section 2, the controls of > overlay-routing, loops',
      ],
      'Advanced configuration: time server and boxes': [
        'S2 section 2, the controls of > time-synchro, server',
        'S2 section 2, the controls of > time-synchro, servers',
      ],
      'Advanced configuration: local breakout': 'S2 section 2, the controls of > local-breakout, breakout',
      'Advanced configuration: cloud mesh, hidden at 405': [
        'S2 section 2, the controls of > cloud-mesh-routing, routing',
        'the tabs of a page of settings > leave out what the tenant lacks, without a word, whether the context says so or the service',
      ],
      '.../applications/monitoring': [
        "the view at 'applications/monitoring' > stands in a frame of its service, for whoever has its own right",
        "the view at 'applications/monitoring' > is not asked for without that right, and says which one is missing",
      ],
      '.../applications/configuration': [
        "the view at 'applications/configuration' > stands in a frame of its service, for whoever has its own right",
        "the view at 'applications/configuration' > is not asked for without that right, and says which one is missing",
      ],
      '.../applications/sslconfiguration': [
        "the view at 'applications/sslconfiguration' > stands in a frame of its service, for whoever has its own right",
        "the view at 'applications/sslconfiguration' > is not asked for without that right, and says which one is missing",
      ],
      '.../supervision/alertingconfig': [
        "the view at 'supervision/alertingconfig' > stands in a frame of its service, for whoever has its own right",
        "the view at 'supervision/alertingconfig' > is not asked for without that right, and says which one is missing",
        'the views of the service itself on * > the alert configurator > stores the rules under the person, and says so',
      ],
      '.../reporting: the context, then the frame': [
        "the view at 'reporting' > stands in a frame of its service, for whoever has its own right",
        "the view at 'reporting' > is not asked for without that right, and says which one is missing",
        'reports > are told the overlay before their frame is asked for',
      ],
      'Gateway: cards of general, routing, security': [
        'S2 section 2, the controls of > external-gateway, general',
        'S2 section 2, the controls of > external-gateway, routing',
        'S2 section 2, the controls of > external-gateway, security',
      ],
      'Gateways: columns': 'S2 section 2, the columns of > external-gateway',
      'Zones: columns of priority, name, sites, subnets': 'S2 section 2, the columns of > firewall-vpn-zone',
      'Zone: fields': [
        'S2 section 2, the controls of > firewall-vpn-zone, general',
        'S2 section 2, the controls of > firewall-vpn-zone, sites',
        'S2 section 2, the controls of > firewall-vpn-zone, subnets',
      ],
      'Zones lead to the policies': "the ordered list of 'firewall-vpn-zone' > leads to the page of the policies that it decides about",
      'Application sets: columns of priority, name, apps': 'S2 section 2, the columns of > application-set',
      'Application set: fields': [
        'S2 section 2, the controls of > application-set, general',
        'S2 section 2, the controls of > application-set, saasApps',
        'S2 section 2, the controls of > application-set, portBasedApps',
      ],
      'Application sets lead back to the policies':
        "the ordered list of 'application-set' > leads to the page of the policies that it decides about",
      '.../applicationSet/saas/new and /portBased/new': [
        "the addresses of 'application-set' > make a new one at saas, which no control gives",
        "the addresses of 'application-set' > make a new one at portBased, which no control gives",
        "the addresses of 'application-set' > lead from /berths/nonsense/new to /berths/saas/new",
      ],
      '.../applicationSet/saas/edit/{id} and /portBased/edit/{id}': [
        "the addresses of 'application-set' > lead from /berths/saas/edit/o%2F1 to /berths/portBased/edit/o%2F1",
        "the addresses of 'application-set' > lead from /berths/portBased/edit/o%2F1 to /berths/portBased/edit/o%2F1",
      ],
      'Application sets: add per list, edit from the row': [
        "the addresses of 'application-set' > stand at the head of each lane, and at its rows",
        "the addresses of 'application-set' > are all offered where there is nothing yet, and say why they are not",
      ],
      'Application set: rows of ports are put in order': [
        'a list whose order counts > is put in another one by keys, tells every step, and sends the rows as they stand',
        'a list whose order counts > names the column of the places, says what empty cells mean, and stays while its rows are sorted or only read',
      ],
      'Advanced configuration: VRRP profile in tabs of general, garp, tuning': [
        'S2 section 2, the controls of > vrrp-profile, general',
        'S2 section 2, the controls of > vrrp-profile, garp',
        'S2 section 2, the controls of > vrrp-profile, tuning',
      ],
      'Advanced configuration: transport networks, one column each, Eligible to DTI': [
        'a table of records in a tab > has a column for each record where it is transposed, and switches of those who may',
        'S2 section 2, the controls of > transport-network, general',
      ],
      'Advanced configuration: table of syslog servers': [
        'a table of records in a tab > sends rows that were changed, made and removed as one plan, and shows what is stored then',
        'S2 section 2, the controls of > syslog-server, general',
      ],
      'Advanced configuration: IHAP profiles with number, name, edit, delete, add; default ones stay': [
        'a list of records in a tab > numbers its rows, leads to editors, and keeps what comes with the product',
        'a list of records in a tab > says that there are none, and offers to add one to those alone who may',
      ],
      'IHAP profile: its form': [
        'S2 section 2, the controls of > ihap-profile, general',
        'S2 section 2, the controls of > ihap-profile, health',
        "the form 'ihap-profile: new' > names everything that can be filled in or pressed, and leads there by Tab",
      ],
      'The name of the product leads to all tenants':
        'the console > leads from its name to all tenants, or to the own one without all-access',
      'User menu: profile and log out': [
        'the console > leads out by the user menu',
        'the profile > is saved with its revision, and says what is wrong with a name first',
      ],
      'Matrix of zones and sets leads to the sets and back':
        'policies of the internet are filled, refused, tried again, copied and stored by keyboard, and lead to a set and back',
      'Advanced configuration, from its menu entry to the way back':
        'the advanced configuration > checks its tabs, asks before the VPN subnet changes, saves them at once and leads back',
      'External gateway, from new to deleted with both its names':
        'an external gateway > begins with what belongs to its type, keeps to its way of routing, and goes when both its names were told',
      'Alert configurator stores rules from within its frame':
        'the alert configurator > stores a rule from within its frame, which stands there when it is opened anew',
    },
  },
}
