import type { FieldError } from '../../schemas/plan.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { RequestError } from '../data/data-source.ts'
import { fieldErrorText } from '../data/error-texts.ts'
import type { RendererHost } from '../host.tsx'
import { problemOf, type FilterProblem } from './filter-errors.ts'
import { followedEntities, recordFields, walkOf } from './filter-fields.ts'

/** A filter that records of these entities must meet. */
export interface CheckedFilter {
  entities: readonly string[]
  text: string
  /** Also what only the service knows: kinds of values, and what references lead to. */
  asksService: boolean
}

/** What is wrong with a filter, for the first entity that it does not fit; named where there are several. */
export async function checkFilter(
  { entities, text, asksService }: CheckedFilter,
  schemaOf: (entity: string) => Promise<EntitySchema>,
  host: RendererHost,
): Promise<FilterProblem | undefined> {
  if (text.trim() === '') return undefined
  const schemas = await Promise.all(entities.map(schemaOf))
  for (const schema of schemas) {
    const { name } = schema['x-entity']
    const problem =
      (await formProblem(text, schema, { schemaOf, host })) ?? (asksService ? await servedProblem(text, name, host) : undefined)
    if (problem === undefined) continue
    const of = entities.length > 1 ? host.t('filter.problem', { entity: host.t(`${name}.many`), reason: problem.text }) : problem.text
    return { ...problem, text: of }
  }
  return undefined
}

async function formProblem(
  text: string,
  schema: EntitySchema,
  { schemaOf, host }: { schemaOf: (entity: string) => Promise<EntitySchema>; host: RendererHost },
): Promise<FilterProblem | undefined> {
  const followed = followedEntities(schema, host)
  const others = new Map(await Promise.all(followed.map(async (entity) => [entity, await schemaOf(entity)] as const)))
  return problemOf(text, host, { fields: recordFields(walkOf(schema, host, (entity) => others.get(entity))), schema })
}

/** What a list of the entity refuses about the filter. Where it is not open for other reasons, the service tells on save. */
async function servedProblem(text: string, entity: string, host: RendererHost): Promise<FilterProblem | undefined> {
  try {
    await host.source.list(entity, { tenantOid: host.tenant.oid, page: 1, size: 1, filter: text })
    return undefined
  } catch (error) {
    const [first] = error instanceof RequestError && error.status === 400 ? error.errors : []
    return first?.key.startsWith('service.') === true ? placed(first, host) : undefined
  }
}

function placed(error: FieldError, host: RendererHost): FilterProblem {
  const position = error.params?.['position']
  return { text: fieldErrorText(host, error), ...(typeof position === 'number' && { at: position }) }
}
