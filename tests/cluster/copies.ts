import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyTree } from '../support/invented-entity/plant.ts'
import { runBuild } from '../support/service/run-script.ts'
import { startDaemon, until, type Daemon } from './daemon.ts'
import { makeFolder, readVariables, ROOT, writeConfig, type Place } from './places.ts'

/** Address of the console for browsers and clients. */
export const PUBLIC_URL = 'http://localhost:8080'

/** A copy of the service. */
export interface Copy {
  daemon: Daemon
  /** How long the last start took until `/readyz` answered 200. */
  readyMs: number
}

/** Starts a copy of the service of a built work tree, and waits until it is ready. */
export async function startCopy(place: Place, node: string, root = ROOT): Promise<Copy> {
  const env = {
    ...readVariables(writeConfig(place, 'service.env', node)),
    PUBLIC_URL,
    // People and data of the demo; the load comes from one address.
    EMBEDDED_IDP: 'on',
    DEMO: 'on',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
    DATA_DIR: join(makeFolder(place, node), 'data'),
  }
  const args = [join(root, 'dist', 'server', 'main.js')]
  const startedMs = performance.now()
  const daemon = startDaemon({ command: process.execPath, args, env, cwd: root, log: join(place.folder, `${node}.log`), asRoot: true })
  await untilReady(node)
  return { daemon, readyMs: performance.now() - startedMs }
}

/** Waits until a copy answers that it is ready. */
export async function untilReady(node: string): Promise<void> {
  await until(`${node} is ready`, async () => (await fetch(`http://${node}:8080/readyz`)).status === 200, 120_000)
}

/** Builds the service of a later version in a folder: this one with one more migration, which changes two tables with data. */
export async function buildNextVersion(folder: string): Promise<string> {
  const root = join(folder, 'next-version')
  copyTree(root)
  cpSync(join(ROOT, 'dist'), join(root, 'dist'), { recursive: true })
  const list = join(root, 'server', 'migrations', 'all.ts')
  const statements = [
    'alter table tenant add column cluster_test text',
    `alter table entity.partner add column cluster_test text not null default 'none'`,
    'create index cluster_test on journal (created_at, seq)',
  ]
  const step = `{ id: 999_999, name: 'cluster test', statements: ${JSON.stringify(statements)} },\n]\n\n/** Former`
  const text = readFileSync(list, 'utf8')
  const changed = text.replace(/\]\n\n\/\*\* Former/, step)
  if (changed === text) throw new Error('the list of migrations is written in another way now')
  writeFileSync(list, changed)
  const { code, output } = await runBuild(root)
  if (code !== 0) throw new Error(output)
  return root
}
