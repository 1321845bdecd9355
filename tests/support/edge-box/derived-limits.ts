import type { RuleRow } from './rule-row.ts'
import { LAN, MANAGEMENT, because, on } from './pointers.ts'

/** Values at the limit beyond which a value derived from them would leave its range. */
export const derivedLimits: RuleRow[] = [
  {
    about: 'virtual routers get no addresses beyond their subnet',
    start: 'spoke',
    steps: [
      [`${MANAGEMENT}/autoAllocationIP`, true],
      [`${MANAGEMENT}/ipAddress`, '10.0.0.252'],
    ],
    refused: [`${MANAGEMENT}/autoAllocationIP ${because('allocationInSubnet')}`],
  },
  {
    about: 'a hello timer leaves room for the dead timer',
    start: 'ospf',
    steps: [
      [`${LAN}/ospf/deadTimer`, 65535],
      [`${LAN}/ospf/helloTimer`, 21846],
    ],
    controls: { [`${LAN}/ospf/helloTimer`]: on, [`${LAN}/ospf/deadTimer`]: on },
    refused: [`${LAN}/ospf/helloTimer ${because('hello-leaves-room')}`],
  },
]
