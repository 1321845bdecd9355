import type { FastifyInstance } from 'fastify'
import { HttpProblem } from './problem.ts'

/** Every address that is not another one: pages of the console. */
const PAGES = '/*'

/**
 * Refuses methods that an address does not answer with a 405 that names those that it does. To be called before there are routes. No route is
 * made for them: they would be four times as many as all others, and a start would wait for them.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  const answered = (url: string): string[] => {
    const path = url.split('?', 1)[0] ?? ''
    const found = [...known.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(found.flatMap(({ methods }) => [...methods]))]
  }
  app.addHook('onRoute', ({ url, method }) => {
    if (url === PAGES) return
    const one = known.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    known.set(url, one)
    for (const name of [method].flat()) one.methods.add(name)
  })
  // Behind everything that sets headers, and before the body is read, so that 405 wins over errors in the body.
  app.addHook('preParsing', async (request) => {
    if (!request.is404 && request.routeOptions.url !== PAGES) return
    const methods = answered(request.url)
    if (methods.length === 0 || methods.includes(request.method)) return
    const only = methods.join(', ')
    throw new HttpProblem(405, `This address does not answer ${request.method}, only ${only}.`, { headers: { allow: only } })
  })
}

/** Of an address with parameters and a rest: `/api/v1/sites/:oid`, `/assets/*`. */
function patternOf(url: string): RegExp {
  const parts = url.split(/(:\w+|\*)/).map((part) => {
    if (part === '*') return '.*'
    return part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.\\+?^${}()|[\]]/g, String.raw`\$&`)
  })
  return new RegExp(`^${parts.join('')}$`)
}
