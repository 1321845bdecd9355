import serveStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compressedForms, type Encoding } from './compressed-forms.mjs'

/** A folder whose files are served, and how long a browser may keep each. */
interface Folder extends Pick<FastifyStaticOptions, 'root' | 'prefix' | 'index' | 'wildcard' | 'redirect' | 'globIgnore'> {
  keep: (path: string) => string
}

/** Serves the files of a folder, in the forms that stand compressed beside them to callers that take these. */
export async function registerFiles(scope: FastifyInstance, { keep, globIgnore = [], ...folder }: Folder): Promise<void> {
  await scope.register(serveStatic, {
    ...folder,
    preCompressed: true,
    decorateReply: false,
    globIgnore: ['**/*.br', '**/*.gz', ...globIgnore],
    allowedPath: (path) => !/\.(br|gz)$/.test(path),
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.setHeader('cache-control', keep(path.replace(/\.(br|gz)$/, '')))
      reply.setHeader('vary', 'accept-encoding')
    },
  })
}

/** How a content that never changes is answered: compressed once, when somebody first asks for it, as the build compresses files. */
export function staticContent(content: string | Buffer): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let made: ReturnType<typeof compressedForms> | undefined
  return async (request, reply) => {
    const forms = await (made ??= compressedForms(content))
    if (forms === undefined) return reply.send(content)
    void reply.header('vary', 'accept-encoding')
    const encoding = encodingFor(request)
    return encoding === undefined ? reply.send(content) : reply.header('content-encoding', encoding).send(forms[encoding])
  }
}

/** The best encoding that the caller names; `q=0` refuses one. */
function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim())
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding))
}
