import { CULTURES } from '../../../server/demo/world/cultures.ts'
import { createNames } from '../../../server/demo/world/names.ts'
import { createRandom } from '../../../server/demo/world/random.ts'

/** A CSV file of users of one tenant, none of whom has an account yet. */
export function usersFile(tenantName: string, rows: number): string {
  const names = createNames(createRandom(11))
  const lines = ['tenantName,mail,name,role']
  for (let row = 1; row <= rows; row++) {
    const culture = CULTURES[row % CULTURES.length]
    if (culture === undefined) throw new Error('the demo world has no culture')
    const role = row % 4 === 0 ? 'inventory_manager' : 'viewer'
    lines.push(`"${tenantName}",person-${row}@bench.example,"${names.contact(culture)}",${role}`)
  }
  return `${lines.join('\r\n')}\r\n`
}
