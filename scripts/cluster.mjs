import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findBrowser } from './tooling/browser.mjs'
import { buildIfStale } from './tooling/build.mjs'
import { installIfMissing, requireNode } from './tooling/install.mjs'
import { installPackage, onPath } from './tooling/packages.mjs'
import { at } from './tooling/paths.mjs'
import { postgresPrograms } from './tooling/postgres/postgres-programs.mjs'

/** Programs and the Debian packages that hold them. */
const PROGRAMS = { etcd: 'etcd-server', patroni: 'patroni', haproxy: 'haproxy', pgbouncer: 'pgbouncer', nft: 'nftables', ip: 'iproute2' }
/** Namespaces of its own: nothing outside can be reached or hurt, and all processes, mounts and addresses end with the first process. */
const NAMESPACES = ['unshare', '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
/** The first process of a namespace has to wait for orphans, which Node.js does not. */
const INIT = ['sh', '-c', '"$@"; exit $?', 'sh']

// `npm run test:cluster [-- --from <built work tree of an earlier version>] [parts of names of events]`
requireNode()
if (process.platform !== 'linux' || process.getuid?.() !== 0) fail('The cluster needs Linux and root, for namespaces of its own.')
await installIfMissing()
for (const [program, name] of Object.entries(PROGRAMS))
  if (!onPath(program) && !(await installPackage(name)))
    fail(`The cluster needs ${program}: install it (on Debian: apt-get install ${name}).`)
await postgresPrograms(15, '')
const CHROMIUM_PATH = await findBrowser()
if (!(await buildIfStale())) process.exit(1)
process.exitCode = await run(argumentsOf(process.argv.slice(2)))

/** Runs the cluster in a temporary folder; resolves with its exit code. */
async function run({ from, events }) {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'))
  // The kernel ends the namespaces, too, if this process is killed.
  const command = ['--pdeathsig', 'KILL', ...NAMESPACES, ...INIT, process.execPath, '--import', 'tsx', at('tests', 'cluster', 'main.ts')]
  const child = spawn('setpriv', [...command, folder, from, ...events], { stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH } })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGKILL'))
  const code = await new Promise((done) => child.once('close', (ended) => done(ended ?? 1)))
  const result = join(folder, 'result.json')
  if (existsSync(result)) copyFileSync(result, at('dist', 'cluster.json'))
  if (process.env.KEEP_LOGS) console.log(`Logs: ${folder}`)
  else rmSync(folder, { recursive: true, force: true })
  return code
}

function argumentsOf(args) {
  const place = args.indexOf('--from')
  if (place < 0) return { from: '', events: args }
  return { from: resolve(args[place + 1] ?? ''), events: args.toSpliced(place, 2) }
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
