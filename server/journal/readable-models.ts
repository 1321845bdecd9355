import { truncated } from '../../schemas/vocabulary/names.ts'
import { namedEntity } from '../deprecation/earlier-entities.ts'
import type { Catalogue, EntityModel } from '../entities/model/entity-model.ts'
import { journalCan } from '../entities/records/served-record.ts'
import { ruleContext } from '../entities/records/tenant-context.ts'
import { fieldError } from '../plugins/english-text.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { Caller, TenantNode } from '../policies/caller.ts'

function contextParts(
  caller: Caller,
  { tenant, model }: { tenant: TenantNode | 'all'; model: EntityModel },
): Parameters<typeof ruleContext>[1] {
  const rights = tenant === 'all' ? caller.rightsOnAll() : caller.rightsOn(tenant)
  return { user: caller.oid, rights, resource: model.meta.resource }
}

function refusal(key: string): HttpProblem {
  const error = fieldError('', key)
  return new HttpProblem(403, error.message, { errors: [error] })
}

const hasJournal = ({ meta }: EntityModel): boolean => meta.readOnly !== true || meta.writtenByCommands === true

/** Returns the theme's model; journals need the update permission (S0 section 6). */
export function checkedModel(
  catalogue: Catalogue,
  caller: Caller,
  { tenant, theme }: { tenant: TenantNode | 'all'; theme: string },
): EntityModel {
  const model = [...catalogue.models.values()].find((one) => one.meta.theme === theme && hasJournal(one))
  if (model === undefined) throw new HttpProblem(404, `There is no journal '${truncated(theme)}'.`)
  const objection = objectionTo(model, caller, tenant)
  if (objection !== undefined) throw objection
  return model
}

function objectionTo(model: EntityModel, caller: Caller, tenant: TenantNode | 'all'): HttpProblem | undefined {
  const own = journalCan(model, ruleContext(tenant, contextParts(caller, { tenant, model })))
  if (own === true) return undefined
  if (own !== undefined) return refusal(own.because)
  const tenants = tenant === 'all' ? caller.memberships.map((membership) => membership.tenant) : [tenant]
  const may = tenants.some((one) => caller.rightsOn(one).has(model.meta.resource, 'update'))
  return may ? undefined : new HttpProblem(403, `You may not read the journal of ${model.meta.plural} here.`)
}

/** Returns the entities whose journals the caller may read; of those that are named, separated by commas, each must be among them. */
export function readableModels(
  catalogue: Catalogue,
  caller: Caller,
  { tenant, entities }: { tenant: TenantNode | 'all'; entities: string | undefined },
): EntityModel[] {
  if (entities !== undefined) {
    return [...new Set(entities.split(','))].map((name) => {
      const model = namedEntity(catalogue, name)?.model
      if (model === undefined || !hasJournal(model))
        throw new HttpProblem(400, `The parameter 'entity' names no entity with a journal: '${truncated(name)}'.`)
      return checkedModel(catalogue, caller, { tenant, theme: model.meta.theme })
    })
  }
  const readable = [...catalogue.models.values()].filter((model) => hasJournal(model) && objectionTo(model, caller, tenant) === undefined)
  if (readable.length === 0) throw new HttpProblem(403, 'You may not read any journal here.')
  return readable
}
