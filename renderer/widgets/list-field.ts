import { getUiOptions } from '@rjsf/utils'
import type { FieldProps } from '@rjsf/utils'
import type { PropertySchema } from '../../schemas/vocabulary/types.ts'
import type { EditorOptions, FormContext, ListProps } from './contract.ts'

/** Props of a list that is a field of a form. */
export interface ListFieldProps extends FieldProps {
  registry: FieldProps['registry'] & { formContext: FormContext }
}

/** What a list needs, out of the props that rjsf gives its field. Throws where the editor gives no access to the rows. */
export function listOf({ fieldPathId, schema, uiSchema, name, registry, disabled, readonly, rawErrors }: ListFieldProps): ListProps {
  const options = getUiOptions(uiSchema) as EditorOptions & Partial<Pick<ListProps, 'inner' | 'all'>>
  const { inner, all, describedBy, nameOf = String } = options
  if (!inner) throw new Error(`The list "${name}" needs access to its rows`)
  return {
    id: fieldPathId.$id,
    label: schema.title ?? name,
    property: schema as PropertySchema,
    options: options as ListProps['options'],
    disabled: disabled === true,
    readonly: readonly === true,
    isInvalid: (rawErrors?.length ?? 0) > 0,
    describedBy,
    inner,
    nameOf,
    ...(all && { all }),
    t: registry.formContext.t,
  }
}
