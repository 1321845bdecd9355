import { chakra } from '@chakra-ui/react'
import { ListTree } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { Filter } from '../../schemas/filter/parse-filter.ts'
import { writeFilter } from '../../schemas/filter/write-filter.ts'
import { useHost, type ListConditionsProps } from '../host.tsx'
import { Button } from '../parts/controls/button.tsx'
import { Popover } from '../parts/overlays/popover.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import { GroupOfConditions } from './condition-group.tsx'
import { FilterAsText } from './filter-as-text.tsx'
import { added, asGroup } from './filter-tree.ts'
import { readableFilter } from './filter-words.ts'
import { useFilterFields, type SchemaOf } from './use-filter-fields.ts'

interface ConditionsProps extends ListConditionsProps {
  /** The schema of another entity, once its texts are known, too. */
  schemaOf: SchemaOf
}

/** The conditions on the rows of a list: a button that adds the first, then all of them in a row, or as text. */
export function ListConditions({ schema, where, onChange, schemaOf }: ConditionsProps) {
  const host = useHost()
  const { t } = host
  const filter = useMemo(() => readableFilter(where), [where])
  const [isText, setText] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const adder = useRef<HTMLButtonElement>(null)
  const hasRow = where !== '' || isText
  const fields = useFilterFields(schema, { host, schemaOf, isDeep: hasRow || isAdding })
  if (!host.source.abilities(schema['x-entity'].name).filters) return null
  const set = (next: Filter | undefined) => onChange(next === undefined ? '' : writeFilter(next))
  const add = (condition: Filter) => {
    setAdding(false)
    set(filter === undefined ? condition : added(asGroup(filter), [], condition))
  }
  return (
    <>
      {!hasRow && (
        <Button
          ref={adder}
          variant="ghost"
          data-folds="tools"
          icon={<ListTree aria-hidden />}
          aria-haspopup="dialog"
          aria-expanded={isAdding}
          onClick={() => setAdding(!isAdding)}
        >
          {t('filter.conditions')}
        </Button>
      )}
      {hasRow && (
        <chakra.div
          role="group"
          aria-label={t('filter.conditions')}
          display="flex"
          alignItems="center"
          flexWrap="wrap"
          gap={1.5}
          minW={0}
          flex="1 0 100%"
          order={1}
        >
          {isText || filter === undefined ? (
            <FilterAsText
              schema={schema}
              fields={fields}
              where={where}
              onSet={(text) => {
                setText(false)
                onChange(text)
              }}
              onCancel={() => setText(false)}
            />
          ) : (
            <>
              <chakra.span asChild color="fg.subtle" flexShrink={0}>
                <ListTree size={16} aria-hidden />
              </chakra.span>
              <GroupOfConditions group={asGroup(filter)} whole={asGroup(filter)} path={[]} fields={fields} onChange={set} />
              <chakra.span display="inline-flex" flexWrap="wrap">
                <Button size="sm" variant="ghost" onClick={() => setText(true)}>
                  {t('filter.asText')}
                </Button>
                <Button size="sm" variant="ghost" onClick={() => set(undefined)}>
                  {t('filter.clear')}
                </Button>
              </chakra.span>
            </>
          )}
        </chakra.div>
      )}
      {isAdding && (
        <Popover anchor={adder} label={t('filter.conditions')} width="22rem" onClose={() => setAdding(false)}>
          <ConditionEditor fields={fields} onSet={add} />
          <chakra.div borderTopWidth="1px" borderColor="border" p={1}>
            <Button
              size="sm"
              variant="ghost"
              onClick={() => {
                setAdding(false)
                setText(true)
              }}
            >
              {t('filter.asText')}
            </Button>
          </chakra.div>
        </Popover>
      )}
    </>
  )
}
