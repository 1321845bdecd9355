import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const states: SectionRows = {
  document: 'S2',
  section: 4,
  rows: {
    state: {
      'Gateway: defaults by its type on creation': [
        'of the kind vti begins with AES128CBC, MD5 and group 1, then 3DESCBC, MD5 and group 1, without lifetimes and MTU',
        'of the kind zscaler begins with AES256CBC, SHA256, group 2 and 86400 s, then NULL, MD5, group 2 and 28800 s, and 1400 bytes',
      ],
      'Gateway: zscaler is static, vti chooses': ['external-gateway: zscaler-is-static', 'external-gateway: routing-of-vti'],
      'Gateway: subnets of static vti alone': ['external-gateway: subnets-of-static', 'external-gateway: no-subnets-otherwise'],
      'Gateway: peer, AS number, preference of BGP': 'external-gateway: peer-of-bgp',
      'Gateway: a configured key is not required, a typed one is checked': [
        'external-gateway: key-needed',
        'secrets > say that one is configured, and send what replaces it',
      ],
      'Candidates to take the time from: provisioned with an enabled WAN':
        'calls on an overlay that are no collections > gives transport networks with and without the reserved one, and the boxes that others can take the time from',
      'Cloud mesh: 405 without the feature':
        'advanced configuration on * > shows the routing of the cloud mesh to overlays that have one, and changes nothing of it',
      'IHAP profile: name fixed at creation':
        'collections of advanced configuration on * > keeps names of IHAP profiles as they were given, and leaves creating to those who may',
      'Forms: created without identifier, else updated; still changed after a failure':
        'errors of an editor > without an answer keep the work and the key, so that the next try cannot apply twice',
      'Policy of two zones turns over with update alone': [
        'a page of matrices > turns one of two values over by a press or Space, shown at once, and writes it with its revision',
        'a page of matrices > is looked at alone where nobody may write, and leads to what stands on its axes',
      ],
      'Matrix of zones is the upper triangle': [
        'the clipboard of a matrix > refuses values for pairs that have no record, and blocks of another size than what is chosen',
        'the values of a matrix > leave out pairs without a record, and everything where nobody may write',
      ],
      'Internet policies from a list with update':
        'a page of matrices > offers six values in a menu, by press and Enter, takes letters, and fills a range',
      'Alarms: an icon at the cell, gathered above':
        'a page of matrices > gathers alarms above, the gravest first, and tells of each at its cell',
      'Zones: moving sets the priority to the position and saves':
        "the ordered list of 'firewall-vpn-zone' > moves a row by keys, tells every step, and writes the place of every row that moved in one plan, from its revision",
      'Sets: moving sets the priority to the position and saves':
        "the ordered list of 'application-set' > moves a row by keys, tells every step, and writes the place of every row that moved in one plan, from its revision",
      'Moving is shown at once and taken back when it is refused':
        "the ordered list of 'firewall-vpn-zone' > shows the new order before it is stored, and goes back with the reason when it is refused",
      'Moving by two people at once': [
        "the ordered list of 'firewall-vpn-zone' > tells the second of two people who move at once, and shows the order of the first",
        'zones in their order on * > of two people who move zones at once, one is told that there is another order, and nothing of that move is stored',
      ],
      'Rows of ports are numbered from 1':
        'application sets on * > number the rows of ports from 1 whatever was sent, after removal and in another order',
      'New zone: priority of the count of zones':
        'zones in their order on * > a new one without a priority takes the number of those that are there, and never less than 1',
      'New set: priority of its place':
        "the ordered list of 'application-set' > a new one begins with the place that the service will give it, which is not sent",
      'A site of another zone is not offered, and is refused': [
        'a dual list > shows what another record has and does not move it, and offers nothing that is marked',
        'zones in their order on * > a site belongs to one zone at most, be it stored or part of the same call, and says to which',
      ],
      'An application of another set is not offered':
        'a dual list > shows what another record has and does not move it, and offers nothing that is marked',
      'Zones and sets of the product keep their place': [
        "the ordered list of 'firewall-vpn-zone' > never moves a row past one that keeps its place, and leaves it where it was on escape",
        'application sets on * > are changed by whoever may change zones, and not at all where they come with the product',
      ],
      'Ports of TCP and UDP alone': ['application-set: ports-of-protocol', 'application-set: no-ports'],
      'Severity: critical, then warning, then info': 'the summary of alerts > * is at worst *, * in all',
      'Alerts every 60 s; a 401 stops, other failures clear': [
        'the badge of notifications > is not there without alerts, and follows them every minute',
        'the badge of notifications > asks no more after a 401',
        'the badge of notifications > is cleared by *, and comes back with the next answer',
      ],
      'Overview at once, every 60 s and in another overlay': [
        'the overview of an overlay > asks again every minute; what fails or is malformed leaves the last figures',
        'the overview of an overlay > asks at once in another overlay, and shows nothing of the one before',
      ],
      'Delete button: armed for 4 s, deletes at the second press': [
        'a button that is armed > does nothing at its first press, and forgets it after four seconds',
        'a button that is armed > deletes at its second press',
      ],
      'Delete button: red with its reason for 3 s': 'a button that is armed > says for three seconds why it failed',
      'Action button: running, error for 10 s, done': [
        'a button with several states > runs once at a time, and says that it is done until it is pressed again',
        'a button with several states > says why it failed for ten seconds, and is then as before',
      ],
      'Sign-in: unauthenticated, authenticating, authenticated': [
        'starting > remembers the path and leads to the provider when nobody is signed in',
        'starting > finishes the round trip at the callback address',
      ],
      'Token renewed silently, else in a popup': 'renewing > falls back to a popup',
      'A stray answer in the hash leads to the address without it': 'starting > begins anew after "Hash does not contain state"',
      'Policies go with their zone or set': [
        'policies of pairs of zones on * > go with their zone, say whose they were, and come back with it',
        'policies of zones and application sets on * > go with their set, and say which that was',
      ],
      'Badge red, orange or green': [
        'the summary of alerts > is shown in red, orange and green in light mode, the graver the redder',
        'the summary of alerts > is shown in red, orange and green in dark mode, the graver the redder',
        'the badge of notifications > shows the worst severity and how many there are',
      ],
      'Empty ports are told as *':
        'application sets on * > tell what they hold: applications by name, else protocols with their ports, * where TCP or UDP name none',
      'After success one is led back': 'an editor > goes back to where one came from, and says what was done',
      'Forms: loading, then a banner with status and messages':
        'errors of an editor > say the status and what the service says, in the words of overlays or of the administration',
      'A policy that somebody else changed is told and taken over':
        'a page of matrices > goes on from what is stored where somebody else was first',
      'A policy of a zone that goes meanwhile is refused':
        'policies of pairs of zones on * > are not written for a zone that goes meanwhile',
      'Of several people who take one site, one gets it':
        'zones in their order on * > of several people who take a site at once, one gets it and the others hear who has it',
      'Advanced configuration: valid first, then a question where the VPN subnet changes': [
        'a page of settings > sends nothing while a changed tab is invalid, marks it, and goes to the first error',
        'a page of settings > asks before the VPN subnet changes, and only then',
      ],
      'Advanced configuration: sections are applied in parallel':
        'a page of settings > sends what was changed of every tab at once, says it once, and goes back',
      'Advanced configuration: left only when all succeed':
        'a page of settings > stays when some tab is refused: the others are saved and say so, that one keeps its work and its errors',
      'Advanced configuration: invalid tabs are marked':
        'a page of settings > sends nothing while a changed tab is invalid, marks it, and goes to the first error',
      'Advanced configuration: cloud mesh that answers 405 is hidden without a word':
        'the tabs of a page of settings > leave out what the tenant lacks, without a word, whether the context says so or the service',
      'Advanced configuration: a tab that does not load says so, the others work':
        'the tabs of a page of settings > say of themselves that they could not be loaded, and try again; the others work',
      'Advanced configuration: the same value changed by two people':
        'a page of settings > lets one choose where others changed the same value meanwhile, and goes on from there',
      'Reports: the context first; its failure is only logged': [
        'reports > are told the overlay before their frame is asked for',
        'reports > are shown all the same where that fails, which is only logged',
      ],
      'Rows of ports are renumbered after removal and in another order, in the editor too':
        'a list whose order counts > goes back on escape, and numbers its rows from 1 after one went',
      'A site that another zone took meanwhile is told at its row':
        "what a 'firewall-vpn-zone' takes into 'vpnSites' > and somebody else took meanwhile is said at its row, and nothing that was chosen or typed is lost",
      'An application that another set took meanwhile is told at its row': [
        "what a 'application-set' takes into 'saasApps' > and somebody else took meanwhile is said at its row, and nothing that was chosen or typed is lost",
        'application sets on * > of two people who take an application at once, one gets it and the other one hears which set has it',
      ],
      'IHAP profile: default ones are read only': [
        'a list of records in a tab > numbers its rows, leads to editors, and keeps what comes with the product',
        "every entity on postgres > 'ihap-profile' > is created, read, listed, changed and deleted",
      ],
      'Who uses a profile is told before it changes or goes': [
        'the editor of what others use > tells who they are before it changes, and changes nothing when one thinks better of it',
        'the editor of what others use > asks nothing where it is not used, and says it where nobody can tell',
        'the editor of what others use > tells it in the question before it is deleted, and leaves nothing to agree to',
        'the editor of what others use > leaves the choice where nothing uses it, or nobody can tell',
        'profiles of the advanced configuration > are made and deleted in their tab, tell whom a change affects, and stay while a box uses them',
      ],
      'Who uses a transport network or a syslog server is told before it changes': [
        'a table of records in a tab > asks first where others use what is changed, and names these',
        'who refers to a record, on * > is told by entity: each record once, the first ten by name, and how many there are',
      ],
      'A table of settings that others changed meanwhile':
        'a table of records in a tab > merges what others did meanwhile, and where both changed a cell shows both before it sends again',
      'Zones of the product are neither changed nor deleted':
        'zones in their order on * > those that come with the product are neither changed nor deleted',
      'Sets of the product are neither changed nor deleted':
        'application sets on * > are changed by whoever may change zones, and not at all where they come with the product',
      'Policies of what somebody deleted meanwhile':
        'a page of matrices > loses nothing but the cells of what was deleted meanwhile, and names that',
    },
  },
}
