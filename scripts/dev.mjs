import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { createServer } from 'node:net'
import { generateIfStale } from './tooling/build.mjs'
import { installIfMissing, requireNode } from './tooling/install.mjs'
import { at, ROOT } from './tooling/paths.mjs'

/** Addresses that the service answers; everything else is the console's, served hot. */
const SERVICE_PATHS = [
  '/api',
  '/journal',
  '/networkConfiguration',
  '/livemon',
  '/supervision',
  '/salsa',
  '/docs',
  '/oidc',
  '/healthz',
  '/metrics',
  '/config.json',
  '/openapi.json',
  '/toc.json',
]
const SETTLE_MS = 150

// `npm run dev`: console and service on one port; a change of a source, a schema, a screen or a text shows at once.
requireNode()
await installIfMissing()
await generateIfStale()
const port = Number(process.env.PORT ?? 8080)
const innerPort = await freePort()
const service = spawn(
  process.execPath,
  [at('node_modules', 'tsx', 'dist', 'cli.mjs'), 'watch', '--clear-screen=false', '--include', 'locales/**', 'server/main.ts'],
  {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PORT: String(innerPort), PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}` },
  },
)
regenerateOnChange()
const vite = await startConsole()
process.on('SIGINT', end)
process.on('SIGTERM', end)
service.once('exit', (code) => void vite.close().then(() => process.exit(code ?? 0)))

async function startConsole() {
  const { createServer: createVite } = await import('vite')
  const target = `http://localhost:${innerPort}`
  const proxy = Object.fromEntries(SERVICE_PATHS.map((path) => [path, { target, changeOrigin: false }]))
  const server = await createVite({ root: ROOT, server: { port, strictPort: true, host: 'localhost', proxy } })
  await server.listen()
  return server
}

function end() {
  service.kill('SIGTERM')
}

/** Generated files follow schemas and texts; what they change reloads by itself. */
function regenerateOnChange() {
  let timer
  for (const folder of ['schemas', 'locales', 'screens']) {
    watch(at(folder), { recursive: true }, (_event, name) => {
      if (name?.toString().startsWith('generated')) return
      clearTimeout(timer)
      timer = setTimeout(() => void generateIfStale(), SETTLE_MS)
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
