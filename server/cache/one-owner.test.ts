import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const SERVER = resolve(import.meta.dirname, '..')
/** A map or set that begins empty and lives as long as the process. */
const KEPT = /^(?:export )?const (\w+)(?::.*)? = new (?:Map|Set)(?:<.*>)?\(\)$/gm

it('has what grows with requests: no module keeps a map of its own, but for what code or the end of a request limits', () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|(?:^|\/)test-database\.ts$/.test(file),
  )
  const found = files.flatMap((file) =>
    [...readFileSync(resolve(SERVER, file), 'utf8').matchAll(KEPT)].map(([, name = '']) => `${file} ${name}`),
  )
  expect(found.toSorted()).toEqual([
    // By entity.
    'demo/world/records.ts defaults',
    'demo/world/records.ts whole',
    // Under way.
    'evolution/examination-worker.ts waiting',
    'plan/checks/settle-in-worker.ts waiting',
    'plan/idempotency.ts running',
  ])
})
