import { chakra } from '@chakra-ui/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { createElement, useEffect, useId, useRef, useState } from 'react'
import { dottedPath, fieldAt } from '../../../schemas/vocabulary/paths/field-path.ts'
import { optionLabel } from '../../data/labels.ts'
import { useHost, type PageProps } from '../../host.tsx'
import type { FilterValue } from '../../widgets/contract.ts'
import { filterControl } from '../../widgets/parts.ts'
import { filterKind } from './field-filter.ts'
import type { ListState } from '../list-state.ts'
import { useOptionCounts } from './option-counts.ts'

const FieldButton = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    w: 'full',
    minH: 'controlSmall',
    px: 2,
    fontSize: 'sm',
    textAlign: 'start',
    borderRadius: 'sm',
    _hover: { bg: 'bg.muted' },
    '& svg': { boxSize: '3.5', color: 'fg.subtle' },
  },
})

interface FilterPanelProps extends PageProps {
  /** One field: its control at once. Several: first the choice of the field. */
  fields: string[]
  state: ListState
  onChange: (field: string, value: FilterValue | undefined) => void
}

/** Inside of the filter popover: choose a field, then narrow it. Focus follows. */
export function FilterPanel({ schema, fields, state, onChange }: FilterPanelProps) {
  const { t } = useHost()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(fields.length === 1 ? fields[0] : undefined)
  useEffect(() => panel.current?.querySelector<HTMLElement>('input, button[data-field]')?.focus(), [chosen])

  const entity = schema['x-entity'].name
  const nameOf = (field: string) => t(`${entity}.field.${dottedPath(field)}`)
  if (chosen === undefined) {
    return (
      <chakra.div ref={panel} p={1}>
        {fields.map((field) => (
          <FieldButton key={field} type="button" data-field={field} onClick={() => setChosen(field)}>
            {nameOf(field)}
            <ChevronRight aria-hidden />
          </FieldButton>
        ))}
      </chakra.div>
    )
  }
  return (
    <chakra.div ref={panel} p={2} display="grid" gap={2} whiteSpace="normal" fontWeight="normal">
      {fields.length > 1 ? (
        <FieldButton type="button" justifyContent="flex-start" gap={1} px={1} fontWeight="medium" onClick={() => setChosen(undefined)}>
          <ChevronLeft aria-hidden />
          {nameOf(chosen)}
        </FieldButton>
      ) : (
        <chakra.div px={1} textStyle="label">
          {nameOf(chosen)}
        </chakra.div>
      )}
      <ChosenControl key={chosen} id={`${id}-${chosen}`} schema={schema} field={chosen} state={state} onChange={onChange} />
    </chakra.div>
  )
}

interface ChosenControlProps extends Pick<FilterPanelProps, 'schema' | 'state' | 'onChange'> {
  id: string
  field: string
}

/** The control that narrows a field; options say how many rows they would leave where tabs count these. */
function ChosenControl({ id, schema, field, state, onChange }: ChosenControlProps) {
  const host = useHost()
  const { t, language } = host
  const counts = useOptionCounts(schema, field, state)
  const entity = schema['x-entity'].name
  const property = fieldAt(schema, field)
  const kind = property && filterKind(property)
  if (!property || !kind) throw new Error(`The field "${field}" of ${entity} cannot be filtered`)
  const number = new Intl.NumberFormat(language)
  return createElement(filterControl(kind), {
    id,
    label: t(`${entity}.field.${dottedPath(field)}`),
    value: state.filters[field],
    property,
    optionLabel: (value) => optionLabel(host, { entity, field, value }),
    countOf:
      counts &&
      ((option) => {
        const count = counts(option)
        return count === undefined ? undefined : number.format(count)
      }),
    language,
    t,
    onChange: (value) => onChange(field, value),
  })
}
