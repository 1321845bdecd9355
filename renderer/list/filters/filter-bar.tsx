import { chakra } from '@chakra-ui/react'
import { ChevronDown, ListFilter, X } from 'lucide-react'
import { useRef, useState, lazy, Suspense, type ComponentProps, type RefObject } from 'react'
import { dottedPath } from '../../../schemas/vocabulary/paths/field-path.ts'
import { optionLabel } from '../../data/labels.ts'
import { useHost, type PageProps } from '../../host.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { Chip } from '../../parts/text/chip.tsx'
import type { FilterValue } from '../../widgets/contract.ts'
import type { ListState } from '../list-state.ts'
import { filterText } from '../list-texts.ts'
import { Popover } from '../../parts/overlays/popover.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { loadFilters } from '../../widgets/parts.ts'

interface FilterBarProps extends PageProps {
  /** Fields that may be narrowed, in order. */
  fields: string[]
  state: ListState
  onChange: (filters: Record<string, FilterValue>) => void
  onClear: () => void
}

/** The filters in force as chips, and the button that adds one. A click on a chip changes it. */
export function FilterBar({ schema, screen, fields, state, onChange, onClear }: FilterBarProps) {
  const { t } = useHost()
  const { filters } = state
  const adder = useRef<HTMLButtonElement>(null)
  const [isAdding, setAdding] = useState(false)
  const set = (field: string, value: FilterValue | undefined) => {
    const { [field]: _old, ...rest } = filters
    if (value === undefined) onChange(rest)
    else onChange(field in filters ? { ...filters, [field]: value } : { ...rest, [field]: value })
  }
  const facets = (screen.list?.facets ?? []).filter((field) => fields.includes(field))
  const others = Object.keys(filters).filter((field) => !facets.includes(field))
  if (fields.length === 0) return null
  return (
    <>
      <Button
        ref={adder}
        variant="ghost"
        data-folds="tools"
        icon={<ListFilter />}
        aria-haspopup="dialog"
        aria-expanded={isAdding}
        onClick={() => setAdding(!isAdding)}
      >
        {t('list.filter.add')}
      </Button>
      {isAdding && (
        <FilterPopover
          anchor={adder}
          label={t('list.filter.add')}
          onClose={() => setAdding(false)}
          {...{ schema, screen, fields, state, onChange: set }}
        />
      )}
      {facets.length + others.length > 0 && (
        // Beside the button where there is room, else below search and buttons, as wide as the list.
        <chakra.div
          display="flex"
          alignItems="center"
          flexWrap="wrap"
          gap={1.5}
          minW={0}
          minH="control"
          flex={{ base: '1 0 100%', lg: '1 1 6rem' }}
          order={{ base: 1, lg: 0 }}
        >
          {[...facets, ...others].map((field) => (
            <FilterChip key={field} schema={schema} screen={screen} field={field} state={state} onChange={set} />
          ))}
          {Object.keys(filters).length > 1 && (
            <Button variant="ghost" size="sm" onClick={onClear}>
              {t('list.filter.clear')}
            </Button>
          )}
        </chakra.div>
      )}
    </>
  )
}

interface FilterChipProps extends PageProps {
  field: string
  state: ListState
  onChange: (field: string, value: FilterValue | undefined) => void
}

function FilterChip({ schema, screen, field, state, onChange }: FilterChipProps) {
  const host = useHost()
  const { t, language } = host
  const chip = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const entity = schema['x-entity'].name
  const value = state.filters[field]
  const name = t(`${entity}.field.${dottedPath(field)}`)
  const labelOf = (value: unknown) => optionLabel(host, { entity, field, value })
  return (
    <Chip kind={value ? 'accent' : 'neutral'} h={7} pr={1} gap={0.5} maxW="full" minW={0} data-filter={field}>
      <chakra.button
        ref={chip}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        maxW="20rem"
        minW={0}
        truncate
        onClick={() => setOpen(!isOpen)}
      >
        {value ? (
          <>
            <chakra.span fontWeight="normal">{t('list.filter.chip', { field: name })}</chakra.span>{' '}
            {filterText(value, { t, language, optionLabel: labelOf })}
          </>
        ) : (
          <chakra.span display="inline-flex" alignItems="center" gap={0.5}>
            {name}
            <ChevronDown size={13} aria-hidden />
          </chakra.span>
        )}
      </chakra.button>
      {value && (
        <chakra.button
          type="button"
          aria-label={t('list.filter.remove', { field: name })}
          p={0.5}
          borderRadius="xs"
          _hover={{ bg: 'accent.muted' }}
          onClick={() => onChange(field, undefined)}
        >
          <X size={12} aria-hidden />
        </chakra.button>
      )}
      {isOpen && (
        <FilterPopover
          anchor={chip}
          label={name}
          onClose={() => setOpen(false)}
          {...{ schema, screen, fields: [field], state, onChange }}
        />
      )}
    </Chip>
  )
}

const FilterPanel = lazy(async () => {
  const [{ FilterPanel: panel }] = await Promise.all([import('./filter-panel.tsx'), loadFilters()])
  return { default: panel }
})

interface FilterPopoverProps extends ComponentProps<typeof FilterPanel> {
  /** The control that opened it. */
  anchor: RefObject<HTMLElement | null>
  label: string
  onClose: () => void
}

/** The controls that narrow a list, beside what opened them; they come with the first of these that is opened. */
export function FilterPopover({ anchor, label, onClose, ...panel }: FilterPopoverProps) {
  return (
    <Popover anchor={anchor} label={label} width="17rem" onClose={onClose}>
      <Suspense fallback={<Skeleton height={panel.fields.length > 1 ? '18rem' : '9rem'} margin={2} width="auto" />}>
        <FilterPanel {...panel} />
      </Suspense>
    </Popover>
  )
}
