import { chakra } from '@chakra-ui/react'
import { RotateCcw } from 'lucide-react'
import { useId } from 'react'
import { dottedPath } from '../../schemas/vocabulary/paths/field-path.ts'
import { optionLabel } from '../data/labels.ts'
import { useHost, type PageProps } from '../host.tsx'
import { Button } from '../parts/controls/button.tsx'
import { NativeSelect } from '../parts/controls/controls.tsx'
import { optionsOf } from './summary-state.ts'

interface SummaryFiltersProps extends Pick<PageProps, 'schema'> {
  fields: readonly string[]
  chosen: Record<string, string>
  onChange: (chosen: Record<string, string>) => void
}

/** What narrows plots and table alike: one option of each field, or all. */
export function SummaryFilters({ schema, fields, chosen, onChange }: SummaryFiltersProps) {
  const host = useHost()
  const { t } = host
  const id = useId()
  const entity = schema['x-entity'].name
  const set = (field: string, value: string) => {
    const { [field]: _old, ...rest } = chosen
    onChange(value === '' ? rest : { ...rest, [field]: value })
  }
  return (
    <chakra.div role="group" aria-label={t('summary.filters')} display="flex" flexWrap="wrap" alignItems="center" gap={4} mb={4}>
      {fields.map((field) => (
        <chakra.label key={field} htmlFor={`${id}-${field}`} display="flex" alignItems="center" gap={2} fontSize="sm" color="fg.muted">
          {t(`${entity}.field.${dottedPath(field)}`)}
          <NativeSelect
            id={`${id}-${field}`}
            w="auto"
            maxW="16rem"
            fontSize="sm"
            value={chosen[field] ?? ''}
            onChange={(event) => set(field, event.target.value)}
          >
            <option value="">{t('summary.all')}</option>
            {optionsOf(schema, field).map((option) => (
              <option key={option} value={option}>
                {optionLabel(host, { entity, field, value: option })}
              </option>
            ))}
          </NativeSelect>
        </chakra.label>
      ))}
      {Object.keys(chosen).length > 0 && (
        <Button variant="ghost" icon={<RotateCcw aria-hidden />} onClick={() => onChange({})}>
          {t('list.reset')}
        </Button>
      )}
    </chakra.div>
  )
}
