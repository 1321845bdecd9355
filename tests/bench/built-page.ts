import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { build } from 'vite'
import react from '@vitejs/plugin-react'

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** A page to measure, built for production and served on localhost. */
export interface BuiltPage {
  origin: string
  close(): Promise<void>
}

/** Builds and serves the `index.html` in the folder `root`; proxies `/api` to `service`, if given. */
export async function serveBuiltPage(root: string, service?: string): Promise<BuiltPage> {
  const outDir = mkdtempSync(join(tmpdir(), 'bench-page-'))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 5000 },
  })
  const server = createServer((request, response) => {
    if (service !== undefined && request.url?.startsWith('/api/')) return proxy(service, request, response)
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    const file = join(outDir, path === '/' ? 'index.html' : path)
    try {
      response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
      if (path.startsWith('/assets/')) response.setHeader('cache-control', 'public, max-age=31536000, immutable')
      return response.end(readFileSync(file))
    } catch {
      return response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      await new Promise((resolve) => server.close(resolve))
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}

function proxy(service: string, request: IncomingMessage, response: ServerResponse): void {
  const proxied = httpRequest(service + (request.url ?? ''), { method: request.method, headers: request.headers }, (upstream) => {
    response.writeHead(upstream.statusCode ?? 502, upstream.headers)
    upstream.pipe(response)
  })
  proxied.once('error', () => response.writeHead(502).end())
  request.pipe(proxied)
}
