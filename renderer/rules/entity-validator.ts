import type { RJSFSchema, ValidatorType } from '@rjsf/utils'
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js'
import type { RuleRefusal } from '../../schemas/rules/types.ts'
import type { EntityName } from '../../schemas/generated/entity-names.ts'
import { loadCompiled } from '../../schemas/generated/validators/load.ts'
import type { CompiledEntity } from '../../schemas/vocabulary/schema/compiled-entity.ts'
import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'
import { messageKeyOf, toRefusals, type ConstraintError } from '../../schemas/vocabulary/paths/message-keys.ts'

/** What an editor validates with: rjsf's validator of an entity, and the check of whole records by it. */
export interface EntityValidator {
  /** For `<Form schema={schema} validator={form}>`, where `schema` is the entity's; messages of its errors are text keys. */
  form: ValidatorType
  /** All schema errors of a record, as the service reports them. */
  validate: (record: Rec) => RuleRefusal[]
}

/**
 * rjsf's validator of an entity, from the function that service and spreadsheets call, too: nothing is compiled in the browser. A form of
 * a part of the record has a validator of its own, `validatorOf(compiled, part)`, whose schema keeps the entity's `$id`; it is checked
 * by the entity's function, as a whole.
 */
export function validatorOf({ schema, functions }: CompiledEntity, formSchema = formSchemaOf(schema)): ValidatorType {
  return createPrecompiledValidator(functions as Parameters<typeof createPrecompiledValidator>[0], formSchema, (errors) => {
    for (const error of errors ?? []) error.message = messageKeyOf(error, schema)
  })
}

/** Fetches the validator of an entity. */
export async function loadEntityValidator(entity: EntityName): Promise<EntityValidator> {
  const compiled = await loadCompiled(entity)
  const { schema } = compiled
  const form = validatorOf(compiled)
  const formSchema = formSchemaOf(schema)
  return { form, validate: (record) => toRefusals(form.rawValidation<ConstraintError>(formSchema, record).errors, schema, { record }) }
}

/** rjsf's types are of an earlier version of JSON Schema than the schemas of entities. */
function formSchemaOf(schema: EntitySchema): RJSFSchema {
  return schema as unknown as RJSFSchema
}
