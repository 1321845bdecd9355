import { spawn } from 'node:child_process'
import { readFileSync, watch } from 'node:fs'
import { createServer } from 'node:net'
import { constants, setPriority } from 'node:os'
import { generateIfStale } from './tooling/build.mjs'
import { installIfMissing, requireNode } from './tooling/install.mjs'
import { at, ROOT } from './tooling/paths.mjs'
import { waitForPort } from './tooling/wait-for-port.mjs'

/** Paths proxied to the service; Vite serves everything else with hot reloading. */
const SERVICE_PATHS = [
  '/api',
  '/journal',
  '/networkConfiguration',
  '/livemon',
  '/supervision',
  '/salsa',
  '/cloud-security',
  '/docs',
  '/oidc',
  '/healthz',
  '/readyz',
  '/metrics',
  '/config.json',
  '/openapi.json',
  '/toc.json',
]
/** After a save: the workbench, which answers within this time, goes first. */
const SETTLE_MS = 1000
/** Long, because the first start creates the demo data. */
const SERVICE_START_MS = 120_000

/** The page `/workbench`; its data come from `scripts/workbench.ts`. The production build knows neither. */
const workbenchPage = {
  name: 'workbench-page',
  configureServer: (server) =>
    void server.middlewares.use(async (request, response, next) => {
      if (!/^\/workbench\/?(\?|$)/.test(request.url ?? '')) return next()
      const page = readFileSync(at('scripts', 'workbench', 'page', 'index.html'), 'utf8')
      response.setHeader('content-type', 'text/html')
      response.end(await server.transformIndexHtml(request.url, page))
    }),
}

// `npm run dev`: console and service on one port, reloaded when a source, schema, screen or text changes.
requireNode()
await installIfMissing()
await generateIfStale()
const port = Number(process.env.PORT ?? 8080)
const innerPort = await freePort()
const workbenchPort = await freePort()
const slowWorkbenchPort = await freePort()
const service = spawn(
  process.execPath,
  [
    at('node_modules', 'tsx', 'dist', 'cli.mjs'),
    'watch',
    '--clear-screen=false',
    '--include',
    'locales/**',
    '--include',
    'server/db/embedded/*.mjs',
    'server/main.ts',
  ],
  {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PORT: String(innerPort), PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}` },
  },
)
// It restarts at each save, and the workbench goes first.
if (service.pid !== undefined) setPriority(service.pid, constants.priority.PRIORITY_BELOW_NORMAL)
let workbenches = startWorkbenches()
let vite = await startConsole()
regenerateOnChange()
console.log(`schema workbench http://localhost:${port}/workbench`)
process.on('SIGINT', end)
process.on('SIGTERM', end)
service.once('exit', (code) => {
  for (const workbench of workbenches) workbench.kill('SIGTERM')
  void vite.close().then(() => process.exit(code ?? 0))
})

/**
 * The data of the workbench. Schemas, samples and texts are read at each save; what samples prove and reference pages take longer, and hold nothing
 * up in a process of their own.
 */
function startWorkbenches() {
  return [workbenchPort, slowWorkbenchPort].map((port) =>
    spawn(process.execPath, ['--import', 'tsx', 'scripts/workbench.ts'], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, WORKBENCH_PORT: String(port) },
    }),
  )
}

/** Screens are code, which a process reads once. */
async function restartWorkbenches() {
  const ended = workbenches.map((workbench) => new Promise((done) => workbench.once('exit', done)))
  for (const workbench of workbenches) workbench.kill('SIGTERM')
  await Promise.all(ended)
  workbenches = startWorkbenches()
}

async function startConsole() {
  const { createServer: createVite, loadConfigFromFile, mergeConfig } = await import('vite')
  const target = `http://localhost:${innerPort}`
  const proxy = Object.fromEntries(SERVICE_PATHS.map((path) => [path, { target, changeOrigin: false }]))
  for (const path of ['proof', 'reference']) proxy[`/workbench/api/${path}`] = { target: `http://127.0.0.1:${slowWorkbenchPort}` }
  proxy['/workbench/api'] = { target: `http://127.0.0.1:${workbenchPort}` }
  const holdRequests = { name: 'hold-requests', configureServer: ({ middlewares }) => void middlewares.use(waitForService) }
  // Read here, because Vite would restart, and reload every page, at each change of a file that its configuration imports: the schemas.
  const { config } = await loadConfigFromFile({ command: 'serve', mode: 'development' }, at('vite.config.ts'))
  const server = await createVite(
    mergeConfig(config, {
      configFile: false,
      root: ROOT,
      plugins: [holdRequests, workbenchPage],
      server: { port, strictPort: true, host: 'localhost', proxy },
    }),
  )
  await server.listen()
  return server
}

async function regenerate() {
  const before = entitiesNow()
  await generateIfStale({ inBackground: true })
  // The configuration knows the names of all entities.
  if (entitiesNow() !== before) {
    await vite.close()
    vite = await startConsole()
  }
  vite.ws.send({ type: 'full-reload' })
}

function entitiesNow() {
  return ['entity-names.ts', 'entity-meta.ts'].map((file) => readFileSync(at('schemas', 'generated', file), 'utf8')).join('')
}

/** A change that restarts the service also reloads the page, so calls wait until the service is back. */
async function waitForService(request, _response, next) {
  if (request.url?.startsWith('/workbench/api'))
    await Promise.all([workbenchPort, slowWorkbenchPort].map((port) => waitForPort(port, { timeoutMs: SERVICE_START_MS })))
  if (SERVICE_PATHS.some((path) => request.url?.startsWith(path))) await waitForPort(innerPort, { timeoutMs: SERVICE_START_MS })
  next()
}

function end() {
  for (const workbench of workbenches) workbench.kill('SIGTERM')
  service.kill('SIGTERM')
}

/** Regenerates when schemas, screens or texts change, and reloads open pages, which still have the old modules. */
function regenerateOnChange() {
  let timer
  let hasScreens = false
  for (const folder of ['schemas', 'locales', 'screens']) {
    watch(at(folder), { recursive: true }, (_event, name) => {
      if (name?.toString().startsWith('generated')) return
      hasScreens ||= folder === 'screens'
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (hasScreens) void restartWorkbenches()
        hasScreens = false
        void regenerate()
      }, SETTLE_MS)
    })
  }
}

function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address()
      probe.close(() => done(free))
    })
  })
}
