import type { RuleRow } from './rule-row.ts'
import { LAN, MANDATORY, off, on } from './pointers.ts'

/** Rule rows for the LAN's ports and gateway. */
export const lan: RuleRow[] = [
  {
    about: 'LAN to WAN ends WAN to LAN',
    facts: ['S1-4.16'],
    start: 'spoke',
    steps: [
      [`${LAN}/wan2lan`, true],
      [`${LAN}/lan2wan`, true],
    ],
    values: { [`${LAN}/lan2wan`]: true, [`${LAN}/wan2lan`]: false },
    refused: [],
  },
  {
    about: 'WAN to LAN ends LAN to WAN',
    facts: ['S1-4.16'],
    start: 'spoke',
    steps: [
      [`${LAN}/lan2wan`, true],
      [`${LAN}/wan2lan`, true],
    ],
    values: { [`${LAN}/lan2wan`]: false, [`${LAN}/wan2lan`]: true },
    refused: [],
  },
  {
    about: 'backhauling of a hub needs a gateway',
    facts: ['S1-5.14'],
    start: 'hub',
    steps: [[`${LAN}/lanGatewayIp`, null]],
    controls: { [`${LAN}/enableBackhauling`]: on, [`${LAN}/lanGatewayIp`]: { ...on, required: true } },
    refused: [`${LAN}/lanGatewayIp ${MANDATORY}`],
  },
  {
    about: 'backhauling off clears the gateway of a hub',
    facts: ['S1-4.17'],
    start: 'hub',
    steps: [[`${LAN}/enableBackhauling`, false]],
    controls: {
      [`${LAN}/lanGatewayIp`]: {
        ...off,
        reason: 'A LAN gateway is given, and mandatory, only for a hub with backhauling that is not a multi-WAN bridge.',
      },
    },
    values: { [`${LAN}/lanGatewayIp`]: null },
    refused: [],
  },
]
