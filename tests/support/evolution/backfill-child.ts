import { openDatabase } from '../../../server/db/database.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { backfillRows, backfillTask } from '../../../server/evolution/backfill.ts'
import { runStep } from '../../../server/housekeeping/task.ts'
import { renamedPiers } from './renamed-piers.ts'

/*
 * A process of its own that rewrites piers: one step to its end, and a second one that it never ends. It says so on standard output, to be
 * killed then.
 */
const at = JSON.parse(process.argv[2] ?? '{}') as { url: string } | { dataDir: string }
const { model, secretKey } = renamedPiers()
const database = await openDatabase({ at, secretKey })
const task = backfillTask([model])
if (task === undefined) throw new Error('there is nothing to rewrite')
await runStep(database, task)
await database.transaction(EVERYTHING, async (queries) => {
  const rows = await backfillRows(queries, model)
  process.stdout.write(`within a step of ${rows.length} rows\n`)
  // Until it is killed; a timer keeps the process alive.
  await new Promise((resolve) => setTimeout(resolve, 600_000))
})
