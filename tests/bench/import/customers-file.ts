import { CULTURES } from '../../../server/demo/world/cultures.ts'
import { createNames } from '../../../server/demo/world/names.ts'
import { createRandom } from '../../../server/demo/world/random.ts'

const HEADER = ['parentName', 'name', 'type', 'apoDomain', 'state', 'contactName', 'contactEmail', 'contactDetails']

/** A CSV file of new customers of one parent; 100,000 rows are about 15 MB. They are managed customers, so that the import sends no invitations. */
export function customersFile(parentName: string, rows: number): string {
  const random = createRandom(7)
  const names = createNames(random)
  const lines = [HEADER.join(',')]
  for (let row = 1; row <= rows; row++) {
    const culture = CULTURES[row % CULTURES.length]
    if (culture === undefined) throw new Error('the demo world has no culture')
    const contact = names.contact(culture)
    // A number makes the name unique; generating unique names would take longer than reading them.
    const name = `${culture.places[row % culture.places.length]} ${culture.trades[row % culture.trades.length]}`.slice(0, 42)
    const cells = [
      parentName,
      `${name} ${row}`,
      'managed_customer',
      `apo-${row}.example`,
      'active',
      contact,
      `contact-${row}@bench.example`,
      row % 3 === 0 ? 'Calls before nine, please.' : '',
    ]
    lines.push(cells.map(quoted).join(','))
  }
  return `${lines.join('\r\n')}\r\n`
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
