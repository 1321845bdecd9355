import type { FastifyInstance } from 'fastify'
import { hasEnded } from '../../schemas/evolution/earlier-names.ts'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { endedName, markDeprecated, todayUtc } from './deprecated-answer.ts'

/** Answers at the earlier addresses of an entity (`x-former.routes`), marked as deprecated; 410 once their day has come. */
export async function addEarlierAddresses(
  app: FastifyInstance,
  { name, schema, meta }: EntityModel,
  add: (scope: FastifyInstance, route: string) => void,
): Promise<void> {
  for (const route of schema['x-former']?.routes ?? [])
    await app.register(async (scope) => {
      const until = schema['x-until']
      scope.addHook('preParsing', async (_request, reply) => {
        markDeprecated(reply, { entity: name, until })
        if (hasEnded(until, todayUtc())) throw endedName({ name: route, present: meta.route, until }, 410)
      })
      add(scope, route)
    })
}
