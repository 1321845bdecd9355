import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A span as a collector gets it. */
export interface CollectedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  status: { code: number }
  facts: Record<string, unknown>
}

interface ExportedSpan extends Omit<CollectedSpan, 'facts'> {
  attributes: { key: string; value: Record<string, unknown> }[]
}

interface ExportRequest {
  resourceSpans: { resource: Pick<ExportedSpan, 'attributes'>; scopeSpans: { spans: ExportedSpan[] }[] }[]
}

/** A collector of traces: OTLP over HTTP, as JSON. */
export interface Collector {
  url: string
  /** `path` and `resource` of what came, and its spans. */
  paths: string[]
  resources: Record<string, unknown>[]
  spans: CollectedSpan[]
  close(): Promise<void>
}

const factsOf = ({ attributes }: Pick<ExportedSpan, 'attributes'>): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** Starts one on the loopback. */
export async function startCollector(port = 0): Promise<Collector> {
  const [paths, resources, spans]: [string[], Record<string, unknown>[], CollectedSpan[]] = [[], [], []]
  const server: Server = createServer((request, answer) => {
    void json(request).then((body) => {
      paths.push(request.url ?? '')
      for (const { resource, scopeSpans } of (body as ExportRequest).resourceSpans) {
        resources.push(factsOf(resource))
        for (const span of scopeSpans.flatMap((one) => one.spans)) spans.push({ ...span, facts: factsOf(span) })
      }
      answer.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const close = (): Promise<void> =>
    new Promise((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths, resources, spans, close }
}
