import type { Database } from '../../../server/db/database.ts'
import { runStep } from '../../../server/housekeeping/task.ts'
import { housekeepingTasks } from '../../../server/housekeeping/tasks.ts'

/** Runs a task of housekeeping to its end. */
export async function keepHouse(database: Database, name: string): Promise<void> {
  const task = housekeepingTasks(database).find((one) => one.name === name)
  if (task === undefined) throw new Error(`there is no task ${name}`)
  while ((await runStep(database, task))?.isMore === true);
}
