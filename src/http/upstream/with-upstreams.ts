import type { DataSource } from '../../../renderer/data/data-source.ts'
import { deferred } from '../../../renderer/parts/deferred.ts'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { isEntityName } from '../../../schemas/generated/entity-names.ts'
import type { RuntimeConfig } from '../../../schemas/tenancy.ts'
import { abilitiesOf, isComplete } from '../abilities.ts'
import { completeEntry } from './journal-entry.ts'
import type { UpstreamPorts } from './reader.ts'
import type { UpstreamSource } from './upstream-source.ts'

const upstream = deferred(() => import('./upstream-source.ts'))

/**
 * The data source where some base paths are answered by other services: what these cannot do, the console does without. The code for that
 * is fetched with the first call that needs it.
 */
export function withUpstreams(
  own: DataSource,
  config: Pick<RuntimeConfig, 'bases' | 'abilities'>,
  ports: Omit<UpstreamPorts, 'abilitiesOf'>,
): DataSource {
  const abilities = (entity: string) => (isEntityName(entity) ? abilitiesOf(entityMeta[entity], config) : own.abilities(entity))
  const isOwn = (entity: string): boolean => isComplete(abilities(entity))
  let made: Promise<UpstreamSource> | undefined
  const other = (): Promise<UpstreamSource> => {
    made ??= upstream
      .load()
      .then(({ createUpstreamSource }) => createUpstreamSource({ ...ports, abilitiesOf: abilities }, own, config.bases.api))
    made.catch(() => {
      made = undefined
    })
    return made
  }
  const sourceOf = async (...entities: string[]) => (entities.every(isOwn) ? own : other())
  const isOwnApi = isComplete(abilitiesOf({ route: config.bases.api }, config))
  return {
    ...own,
    abilities,
    list: async (entity, ...rest) => (await sourceOf(entity)).list(entity, ...rest),
    one: async (entity, ...rest) => (await sourceOf(entity)).one(entity, ...rest),
    related: async (of, signal) => (await sourceOf(of.entity)).related(of, signal),
    rows: async (...parameters) => (isOwnApi ? own : await other()).rows(...parameters),
    matrix: async (entity, ...rest) => (await sourceOf(entity)).matrix(entity, ...rest),
    plan: async (plan, options) => (await sourceOf(...plan.items.map(({ entity }) => entity))).plan(plan, options),
    planBytes: async (entity, body, options) => (await sourceOf(entity, ...entitiesIn(await body.text()))).planBytes(entity, body, options),
    journal: async (query, signal) => (await own.journal(query, signal)).map(completeEntry),
  }
}

/** The entities of a plan that is text, without reading all of it. */
const entitiesIn = (plan: string): string[] => [...new Set([...plan.matchAll(/"entity":"([a-z-]+)"/g)].map(([, name = '']) => name))]
