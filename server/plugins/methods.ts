import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpProblem } from './problem.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/**
 * Watches which methods each address answers. To be called before there are routes; the answer, called after the last one, refuses
 * all other methods of those addresses with a 405 that names the ones there are.
 */
export function watchMethods(app: FastifyInstance): () => void {
  const known = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = known.get(url) ?? new Set()
    known.set(url, methods)
    for (const one of [method].flat()) methods.add(one)
  })
  return () => {
    for (const [url, methods] of known) if (!url.includes('*')) refuseOthers(app, url, [...methods])
  }
}

function refuseOthers(app: FastifyInstance, url: string, known: readonly string[]): void {
  const refuse = async ({ method }: FastifyRequest): Promise<never> => {
    throw new HttpProblem(405, `This address does not answer ${method}, only ${known.join(', ')}.`, {
      headers: { allow: known.join(', ') },
    })
  }
  // Before the body is read, so that 405 wins over errors in the body.
  app.route({ method: METHODS.filter((method) => !known.includes(method)), url, onRequest: refuse, handler: refuse })
}
