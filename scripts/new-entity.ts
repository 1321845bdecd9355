import { readRequest } from './new-entity/request.ts'
import { writeEntity } from './new-entity/write-entity.ts'

const nextSteps = `
Now write, in this order:
  1. the fields, limits and rules in the schema
  2. the columns and sections in the screen
  3. the texts; French, German and Spanish are still empty
  4. samples for every rule
  5. the rights: the resource in schemas/rights/roles.json
Then: npm run generate && npm run check
`

try {
  const paths = writeEntity(readRequest(process.argv.slice(2)))
  console.log(paths.map((path) => `wrote ${path}`).join('\n'))
  console.log(nextSteps)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
