import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { auditWrites } from './accounts.ts'
import { budgetsOf } from './budgets.ts'
import { buildNextVersion, startCopy, type Copy } from './copies.ts'
import { EVENTS, QUIET, UPGRADE, type Cluster, type ClusterEvent } from './events.ts'
import { startLoad, type Load } from './load.ts'
import { startNodes } from './nodes.ts'
import { memoryMbOf, throughputOf } from './measures.ts'
import { COPIES, preparePlace, ROOT, type Place } from './places.ts'
import { countReads, grownBy, type CountedReads } from './read-counts.ts'
import { outlookOf, p99, type Span } from './samples.ts'
import { tableOf, type Row } from './table.ts'
import { startVisitor, type Visitor } from './visitor.ts'

/** Under which p99 a second is normal, at least. */
const LEAST_LIMIT_MS = 500
const LIMIT_FACTOR = 3
/** How many seconds in a row end the observation of an event. */
const QUIET_MS = 5_000
const LONGEST_MS = 45_000
const MOST_FINDINGS = 20

interface Options {
  folder: string
  /** File of the result as JSON. */
  result: string
  /** Work tree of the version to upgrade from; empty: this one, to which a migration is added for the upgrade. */
  from: string
  /** Parts of names of events; empty: all. */
  only: string[]
}

/** Runs the cluster through all events; returns whether nothing was lost, doubled, broken or wrong, and every budget is met. */
async function runCluster({ folder, result, from, only }: Options): Promise<boolean> {
  const place = preparePlace(folder)
  const nodes = await startNodes(place)
  const events = EVENTS.filter(({ name }) => name === QUIET || only.length === 0 || only.some((part) => name.includes(part)))
  const nextVersion = from === '' && events.some(({ name }) => name === UPGRADE) ? await buildNextVersion(folder) : ROOT
  const { copies, ...measured } = await startCopies(place, from === '' ? ROOT : from)
  const cluster = { place, nodes, copies, nextVersion }
  const load = await startLoad()
  const visitor = await startVisitor()
  const reads = countReads()
  console.log('The cluster runs.')
  const { rows, memoryMb } = await runEvents(events, { cluster, load, visitor, reads })
  reads.end()
  await visitor.end()
  await load.end()
  await nodes.untilWhole()
  const { accounts, findings } = await auditWrites(load)
  const budgets = budgetsOf(rows, { ...measured, memoryMb })
  console.log(`\n${tableOf(rows, accounts)}`)
  for (const { name, value, limit, isMet } of budgets)
    console.log(`${isMet ? 'met' : 'MISSED'}: ${name} ${value.toFixed(1)} (limit ${limit})`)
  for (const finding of findings.slice(0, MOST_FINDINGS)) console.log(`  ${finding.slice(0, 300)}`)
  const records = load.records.length
  writeFileSync(result, `${JSON.stringify({ rows, accounts, budgets, records, memoryMb, findings }, undefined, 2)}\n`)
  return Object.values(accounts).every((count) => count === 0) && budgets.every(({ isMet }) => isMet)
}

/** Lets the events happen one after the other; the first shows what is normal. */
async function runEvents(events: readonly ClusterEvent[], watched: Omit<Watched, 'limitMs'>): Promise<{ rows: Row[]; memoryMb: number[] }> {
  const rows: Row[] = []
  const memoryMb: number[] = []
  let limitMs = LEAST_LIMIT_MS
  await sleep(QUIET_MS)
  for (const event of events) {
    // An upgrade starts every copy anew.
    const survivor = watched.cluster.copies.get('app3')
    const row = await observe(event, { ...watched, limitMs })
    rows.push(row)
    if (event.name === QUIET) limitMs = Math.max(LEAST_LIMIT_MS, LIMIT_FACTOR * row.outlook.p99Ms)
    if (event.name !== UPGRADE && survivor) memoryMb.splice(1, 1, memoryMbOf(survivor))
    console.log(`${event.name}: ${row.outlook.errors} errors, normal ${row.outlook.disturbedS.toFixed(1)} s after its beginning`)
    await watched.cluster.nodes.untilWhole()
  }
  return { rows, memoryMb }
}

/** Starts the copies; measures, before there is any load, how long the quicker one of the later two takes, and what three serve in relation to one. */
async function startCopies(place: Place, root: string): Promise<{ copies: Map<string, Copy>; ratio: number | undefined; readyMs: number }> {
  const copies = new Map<string, Copy>()
  let one: number | undefined
  for (const name of COPIES) {
    copies.set(name, await startCopy(place, name, root))
    if (copies.size === 1) one = await throughputOf([...copies.values()])
  }
  const three = await throughputOf([...copies.values()])
  // The first copy made the tables and the demo.
  const readyMs = Math.min(...[...copies.values()].slice(1).map((copy) => copy.readyMs))
  return { copies, ratio: one !== undefined && three !== undefined ? three / one : undefined, readyMs }
}

interface Watched {
  cluster: Cluster
  load: Load
  visitor: Visitor
  reads: CountedReads
  limitMs: number
}

/** Lets an event happen, and watches until calls have been normal for some seconds. */
async function observe({ name, cause }: ClusterEvent, { cluster, load, visitor, reads, limitMs }: Watched): Promise<Row> {
  const before = reads.now()
  const fromMs = Date.now()
  const { promotedMs } = await cause(cluster)
  const toMs = Date.now()
  const spanTo = (endMs: number): Span => ({ fromMs, toMs, endMs, ...(promotedMs !== undefined && { promotedMs }) })
  for (;;) {
    await sleep(1_000)
    const nowMs = Date.now()
    const outlook = outlookOf(load.samples, spanTo(nowMs), limitMs)
    if (nowMs - toMs - 1_000 * outlook.normalAfterS < QUIET_MS && nowMs - toMs < LONGEST_MS) continue
    const pages = visitor.samples.filter(({ atMs }) => atMs >= fromMs && atMs < nowMs)
    return {
      event: name,
      lastedS: (toMs - fromMs) / 1_000,
      outlook,
      pageErrors: pages.flatMap(({ error }) => error ?? []),
      slowestPageMs: Math.round(p99(pages.map(({ tookMs }) => tookMs))),
      reads: grownBy(before, reads.now()),
    }
  }
}

const [folder = '', from = '', ...only] = process.argv.slice(2)
const isGood = await runCluster({ folder, from, only, result: join(folder, 'result.json') })
process.exit(isGood ? 0 : 1)
