import type { FastifyInstance } from 'fastify'
import { BeyondLimit, JSON_LIMITS, parseInSlices, type JsonLimit } from '../event-loop/parse-in-slices.ts'
import { HttpProblem } from './problem.ts'

const SENTENCES: Record<JsonLimit, string> = {
  depth: `The body nests deeper than ${JSON_LIMITS.depth} levels.`,
  elements: `A list of the body has more than ${JSON_LIMITS.elements} elements.`,
  members: `An object of the body has more than ${JSON_LIMITS.members} members.`,
  text: `A text of the body is longer than ${JSON_LIMITS.text} bytes.`,
}

/** Parses JSON bodies in slices, so that a large one does not block the event loop. Errors are the same as the framework's. */
export function readJsonInSlices(app: FastifyInstance): void {
  const framework = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: Parameters<typeof framework>[0], body: Buffer) => {
    const parse = (text: string): unknown => {
      let value: unknown
      // It calls back synchronously.
      void framework(request, text, (error, parsed) => {
        if (error) throw error
        value = parsed
      })
      return value
    }
    try {
      return await parseInSlices(body, parse)
    } catch (error) {
      throw error instanceof BeyondLimit ? new HttpProblem(400, SENTENCES[error.limit]) : error
    }
  })
}
