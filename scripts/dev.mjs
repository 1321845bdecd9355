import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { createServer } from 'node:net'
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
const SETTLE_MS = 150
/** Long, because the first start creates the demo data. */
const SERVICE_START_MS = 120_000

// `npm run dev`: console and service on one port, reloaded when a source, schema, screen or text changes.
requireNode()
await installIfMissing()
await generateIfStale()
const port = Number(process.env.PORT ?? 8080)
const innerPort = await freePort()
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
const vite = await startConsole()
regenerateOnChange()
process.on('SIGINT', end)
process.on('SIGTERM', end)
service.once('exit', (code) => void vite.close().then(() => process.exit(code ?? 0)))

async function startConsole() {
  const { createServer: createVite } = await import('vite')
  const target = `http://localhost:${innerPort}`
  const proxy = Object.fromEntries(SERVICE_PATHS.map((path) => [path, { target, changeOrigin: false }]))
  const holdRequests = { name: 'hold-requests', configureServer: ({ middlewares }) => void middlewares.use(waitForService) }
  const server = await createVite({ root: ROOT, plugins: [holdRequests], server: { port, strictPort: true, host: 'localhost', proxy } })
  await server.listen()
  return server
}

async function regenerate() {
  await generateIfStale()
  vite.ws.send({ type: 'full-reload' })
}

/** A change that restarts the service also reloads the page, so calls wait until the service is back. */
async function waitForService(request, _response, next) {
  if (SERVICE_PATHS.some((path) => request.url?.startsWith(path))) await waitForPort(innerPort, { timeoutMs: SERVICE_START_MS })
  next()
}

function end() {
  service.kill('SIGTERM')
}

/** Regenerates when schemas, screens or texts change, and reloads open pages, which still have the old modules. */
function regenerateOnChange() {
  let timer
  for (const folder of ['schemas', 'locales', 'screens']) {
    watch(at(folder), { recursive: true }, (_event, name) => {
      if (name?.toString().startsWith('generated')) return
      clearTimeout(timer)
      timer = setTimeout(() => void regenerate(), SETTLE_MS)
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
