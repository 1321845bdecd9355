import { useMemo } from 'react'
import { dottedPath } from '../../../schemas/vocabulary/paths/field-path.ts'
import { isReadable } from '../../data/filters/readable.ts'
import { optionLabel } from '../../data/labels.ts'
import { useHost, type PageProps } from '../../host.tsx'
import { listColumns, type ListColumn } from './list-columns.ts'

/** Hook: the columns of a list as its screen has them, those that the person may read. */
export function useListColumns({ schema, screen }: PageProps): ListColumn[] {
  const host = useHost()
  return useMemo(() => {
    const { name } = schema['x-entity']
    const context = host.ruleContext(name)
    return listColumns(schema, screen, {
      readable: (field) => isReadable(schema, field, context),
      fieldName: (field) => host.t(`${name}.field.${dottedPath(field)}`),
      longestOption: (field, options) => Math.max(0, ...options.map((value) => optionLabel(host, { entity: name, field, value }).length)),
    })
  }, [schema, screen, host])
}
