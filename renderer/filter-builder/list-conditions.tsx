import { chakra } from '@chakra-ui/react'
import { ListTree } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { FilterError, parseFilter, type Filter } from '../../schemas/filter/parse-filter.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { writeFilter } from '../../schemas/filter/write-filter.ts'
import { useHost, type ListConditionsProps, type RendererHost } from '../host.tsx'
import { Button } from '../parts/controls/button.tsx'
import { Popover } from '../parts/overlays/popover.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import { GroupOfConditions } from './condition-group.tsx'
import { FilterAsText } from './filter-as-text.tsx'
import { fieldsOfRows, recordFields, walkOf, type FilterField } from './filter-fields.ts'
import { added, asGroup } from './filter-tree.ts'

interface ConditionsProps extends ListConditionsProps {
  /** The schema of another entity, once its texts are known, too. */
  schemaOf: (entity: string) => Promise<EntitySchema>
}

/** The conditions on the rows of a list: a button that adds the first, then all of them in a row, or as text. */
export function ListConditions({ schema, where, onChange, schemaOf }: ConditionsProps) {
  const host = useHost()
  const { t } = host
  const fields = useFields(schema, host, schemaOf)
  const filter = useMemo(() => readable(where), [where])
  const [isText, setText] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const adder = useRef<HTMLButtonElement>(null)
  if (!host.source.abilities(schema['x-entity'].name).filters) return null
  const set = (next: Filter | undefined) => onChange(next === undefined ? '' : writeFilter(next))
  const add = (condition: Filter) => {
    setAdding(false)
    set(filter === undefined ? condition : added(asGroup(filter), [], condition))
  }
  const hasRow = where !== '' || isText
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

/** Hook: all that conditions can be about: fields of the rows, and of the records that they stand for, whose schemas are fetched. */
function useFields(schema: EntitySchema, host: RendererHost, schemaOf: ConditionsProps['schemaOf']): FilterField[] {
  const [records, setRecords] = useState<FilterField[]>([])
  const entities = useMemo(() => Object.values(schema['x-entity'].rowsOf?.entities ?? {}), [schema])
  useEffect(() => {
    let isGone = false
    const mayRead = entities.filter((entity) => host.ruleContext(entity).can['read'] === true)
    if (mayRead.length === 0) return undefined
    Promise.all(mayRead.map((entity) => schemaOf(entity))).then(
      (schemas) => !isGone && setRecords(schemas.flatMap((one) => fieldsOfRows(walkOf(one, host)))),
      // Fields of the rows are offered all the same.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [entities, schemaOf, host])
  return useMemo(() => [...recordFields(walkOf(schema, host)), ...records], [schema, host, records])
}

/** Undefined for what is no filter, which is shown as the text that it is. */
function readable(where: string): Filter | undefined {
  try {
    return where === '' ? undefined : parseFilter(where)
  } catch (error) {
    if (error instanceof FilterError) return undefined
    throw error
  }
}
