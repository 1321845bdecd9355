import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const errors: SectionRows = {
  document: 'S2',
  section: 8,
  rows: {
    error: {
      'api.error with the status and the messages of the service': [
        'a message of S2 > api.error: {{status}}, in four languages',
        'errors of an editor > say the status and what the service says, in the words of overlays or of the administration',
      ],
      'Unexpected failure of the page': 'the console > goes on around a page that broke, and points to the console',
      'validation.global.error': [
        'a message of S2 > validation.global.error, in four languages',
        'errors of an editor > block saving, mark the tab that hides them, open it and focus the field',
      ],
      'Cloud mesh answers 405': [
        'advanced configuration on * > shows the routing of the cloud mesh to overlays that have one, and changes nothing of it',
        'the tabs of a page of settings > leave out what the tenant lacks, without a word, whether the context says so or the service',
      ],
      'credentials.psk.configured': [
        'a message of S2 > credentials.psk.configured, in four languages',
        'a secret > is confirmed below the box where * is said, once one is stored',
      ],
      'validation.field.bgpCommunity': [
        'a message of S2 > validation.field.bgpCommunity, in four languages',
        'overlay-routing is refused: a community of zeros',
      ],
      'validation.field.portBasedApp.protocol': [
        'a message of S2 > validation.field.portBasedApp.protocol, in four languages',
        'application-set is refused: protocol 144',
      ],
      'Action button: the first message, else Error!':
        'a button with several states > says why it failed for ten seconds, and is then as before',
      'Figures that do not come are silently left out':
        'the overview of an overlay > keeps its shape while it waits, and says nothing of a service that fails',
      'The address of a frame fails': 'a view in a frame > says that its address fails, and tries again',
      'Documentation: only logged': 'only logs that it did not come',
      'Dashboard that is not there: ERROR': 'a dashboard > that the overlay lacks shows ERROR',
      'A refused policy keeps its place with the reason':
        'a page of matrices > keeps what was refused with its reason, tells the others why, and tries again',
      'A malformed summary of alerts': 'the summary of alerts > that is malformed is refused: *',
      'advanced.routing.vtiSubnet.isEmpty': [
        'a message of S2 > advanced.routing.vtiSubnet.isEmpty, in four languages',
        'overlay-routing: default-subnet',
      ],
      'firewallVpnZone.validation.warnings: their number and a line each': [
        'a message of S2 > firewallVpnZone.validation.warnings, in four languages',
        'a page of matrices > gathers alarms above, the gravest first, and tells of each at its cell',
      ],
      'firewallVpnZone.noSiteAvailable': [
        'a message of S2 > firewallVpnZone.noSiteAvailable, in four languages',
        'a dual list > says where nothing can be chosen, tries again, and shows only what is chosen where it is locked',
      ],
      'firewallVpnZone.siteAlreadyBound': [
        'a message of S2 > firewallVpnZone.siteAlreadyBound, in four languages',
        'zones in their order on * > a site belongs to one zone at most, be it stored or part of the same call, and says to which',
      ],
      'applicationSet.noSaasAppAvailable': [
        'a message of S2 > applicationSet.noSaasAppAvailable, in four languages',
        'a dual list > says where nothing can be chosen, tries again, and shows only what is chosen where it is locked',
      ],
      'applicationSet.saasAppAlreadyBound': [
        'a message of S2 > applicationSet.saasAppAlreadyBound, in four languages',
        'a dual list > shows what another record has and does not move it, and offers nothing that is marked',
      ],
      'Failed reporting context: only logged': 'reports > are shown all the same where that fails, which is only logged',
      'A section that is refused keeps its work and its errors':
        'a page of settings > stays when some tab is refused: the others are saved and say so, that one keeps its work and its errors',
    },
  },
}
