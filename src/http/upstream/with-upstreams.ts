import type { DataSource } from '../../../renderer/data/data-source.ts'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { isEntityName } from '../../../schemas/generated/entity-names.ts'
import type { RuntimeConfig } from '../../../schemas/tenancy.ts'
import { abilitiesOf, isComplete } from '../abilities.ts'
import { completeEntry } from './journal-entry.ts'
import type { UpstreamPorts } from './reader.ts'
import { createUpstreamSource } from './upstream-source.ts'

/**
 * The data source where some base paths are answered by other services: what these cannot do, the console does without.
 */
export function withUpstreams(
  own: DataSource,
  config: Pick<RuntimeConfig, 'bases' | 'abilities'>,
  ports: Omit<UpstreamPorts, 'abilitiesOf'>,
): DataSource {
  const abilities = (entity: string) => (isEntityName(entity) ? abilitiesOf(entityMeta[entity], config) : own.abilities(entity))
  const isOwn = (entity: string): boolean => isComplete(abilities(entity))
  const other = createUpstreamSource({ ...ports, abilitiesOf: abilities }, own, config.bases.api)
  const sourceOf = (...entities: string[]) => (entities.every(isOwn) ? own : other)
  const isOwnApi = isComplete(abilitiesOf({ route: config.bases.api }, config))
  return {
    ...own,
    abilities,
    list: (entity, ...rest) => sourceOf(entity).list(entity, ...rest),
    one: (entity, ...rest) => sourceOf(entity).one(entity, ...rest),
    related: (of, signal) => sourceOf(of.entity).related(of, signal),
    rows: (...parameters) => (isOwnApi ? own : other).rows(...parameters),
    matrix: (entity, ...rest) => sourceOf(entity).matrix(entity, ...rest),
    plan: (plan, options) => sourceOf(...plan.items.map(({ entity }) => entity)).plan(plan, options),
    planBytes: async (entity, body, options) => sourceOf(entity, ...entitiesIn(await body.text())).planBytes(entity, body, options),
    journal: async (query, signal) => {
      const page = await own.journal(query, signal)
      return { ...page, entries: page.entries.map(completeEntry) }
    },
  }
}

/** The entities of a plan that is text, without reading all of it. */
const entitiesIn = (plan: string): string[] => [...new Set([...plan.matchAll(/"entity":"([a-z-]+)"/g)].map(([, name = '']) => name))]
