import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** How the routers of a VRRP pair speak and fail over: forms of the advanced configuration. */
export const vrrpProfileScreen = defineScreen('vrrp-profile', {
  group: 'network',
  title: ['name'],
  icon: 'shield',

  list: { columns: ['name', 'masterPriority', 'backupPriority', 'advertIntervalMsec'] },

  editor: {
    sections: {
      general: {
        tab: 'profile',
        fields: [
          'name',
          'protocolVersion',
          'peeringType',
          'multicastPeeringIp',
          'preempt',
          'preemptDelay',
          'masterPriority',
          'backupPriority',
          'advertIntervalMsec',
          'strict',
          'accept',
        ],
      },
      garp: {
        tab: 'profile',
        fields: [
          'garpMasterDelay',
          'garpMasterRepeat',
          'garpMasterRefresh',
          'garpMasterRefreshRepeat',
          'garpLowerPrioDelay',
          'garpLowerPrioRepeat',
          'garpIntervalUsec',
          'gnaIntervalUsec',
          'minGarp',
        ],
      },
      tuning: {
        tab: 'profile',
        fields: ['weight', 'checkIntervalMsec', 'fall', 'rise', 'lowerPrioNoAdvert', 'higherPrioSendAdvert'],
      },
    },
    deletes: false,
    spans: {
      name: 6,
      protocolVersion: 3,
      peeringType: 3,
      'multicastPeeringIp/ip': 3,
      preempt: 3,
      preemptDelay: 3,
      masterPriority: 3,
      backupPriority: 3,
      advertIntervalMsec: 3,
      strict: 3,
      accept: 6,
      garpMasterDelay: 3,
      garpMasterRepeat: 3,
      garpMasterRefresh: 3,
      garpMasterRefreshRepeat: 3,
      garpLowerPrioDelay: 3,
      garpLowerPrioRepeat: 3,
      garpIntervalUsec: 3,
      gnaIntervalUsec: 3,
      minGarp: 3,
      weight: 3,
      checkIntervalMsec: 3,
      fall: 3,
      rise: 3,
      lowerPrioNoAdvert: 6,
      higherPrioSendAdvert: 6,
    },
  },

  journal: { events: ['creation', 'update', 'deletion'] },
})
