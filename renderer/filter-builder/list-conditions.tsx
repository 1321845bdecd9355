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
import { fieldsOfRows, followedEntities, recordFields, walkOf, type FilterField } from './filter-fields.ts'
import { added, asGroup } from './filter-tree.ts'

interface ConditionsProps extends ListConditionsProps {
  /** The schema of another entity, once its texts are known, too. */
  schemaOf: (entity: string) => Promise<EntitySchema>
}

/** The conditions on the rows of a list: a button that adds the first, then all of them in a row, or as text. */
export function ListConditions({ schema, where, onChange, schemaOf }: ConditionsProps) {
  const host = useHost()
  const { t } = host
  const filter = useMemo(() => readable(where), [where])
  const [isText, setText] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const adder = useRef<HTMLButtonElement>(null)
  const hasRow = where !== '' || isText
  const fields = useFields(schema, { host, schemaOf, isDeep: hasRow || isAdding })
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

interface FieldsOptions extends Pick<ConditionsProps, 'schemaOf'> {
  host: RendererHost
  /** Whether fields of records that references lead to are wanted. */
  isDeep: boolean
}

/** Hook: all that conditions can be about: fields of the rows, of the records that they stand for, and of those that references lead to. */
function useFields(schema: EntitySchema, { host, schemaOf, isDeep }: FieldsOptions): FilterField[] {
  const rows = useMemo(
    () => Object.values(schema['x-entity'].rowsOf?.entities ?? {}).filter((entity) => host.ruleContext(entity).can['read'] === true),
    [schema, host],
  )
  const rowSchemas = useSchemas(rows, schemaOf)
  const followed = useMemo(
    () => (isDeep ? [...new Set([schema, ...rowSchemas.values()].flatMap((one) => followedEntities(one, host)))] : []),
    [isDeep, schema, rowSchemas, host],
  )
  const others = useSchemas(followed, schemaOf)
  return useMemo(() => {
    const walk = (one: EntitySchema) => walkOf(one, host, (entity) => others.get(entity))
    return [...recordFields(walk(schema)), ...[...rowSchemas.values()].flatMap((one) => fieldsOfRows(walk(one)))]
  }, [schema, rowSchemas, others, host])
}

const NO_SCHEMAS: ReadonlyMap<string, EntitySchema> = new Map()

/** Hook: schemas of other entities; none until all of them are there. */
function useSchemas(entities: readonly string[], schemaOf: ConditionsProps['schemaOf']): ReadonlyMap<string, EntitySchema> {
  const [schemas, setSchemas] = useState(NO_SCHEMAS)
  useEffect(() => {
    let isGone = false
    if (entities.length === 0) return undefined
    Promise.all(entities.map(async (entity) => [entity, await schemaOf(entity)] as const)).then(
      (found) => !isGone && setSchemas(new Map(found)),
      // What is known without them is offered all the same.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [entities, schemaOf])
  return schemas
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
