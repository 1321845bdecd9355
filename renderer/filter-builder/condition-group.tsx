import { chakra } from '@chakra-ui/react'
import { Plus, X } from 'lucide-react'
import { Fragment, useRef, useState } from 'react'
import { isGroup, type Comparison, type ElementFilter, type Filter, type FilterGroup } from '../../schemas/filter/parse-filter.ts'
import { writeFilter } from '../../schemas/filter/write-filter.ts'
import { useHost } from '../host.tsx'
import { Button } from '../parts/controls/button.tsx'
import { Popover } from '../parts/overlays/popover.tsx'
import { Chip } from '../parts/text/chip.tsx'
import { ConditionEditor, type StartedCondition } from './condition-editor.tsx'
import { conditionWords, fieldWords } from './condition-words.ts'
import { elementFields, fieldBySelector, type FilterField } from './filter-fields.ts'
import { added, asGroup, replaced, turned, type TreePath } from './filter-tree.ts'
import { namedComparison } from './operators.ts'

/** Where conditions stand, and what changes them. */
interface Placed {
  /** The whole filter, and the path to this part of it. */
  whole: Filter
  path: TreePath
  /** What conditions can be about here. */
  fields: readonly FilterField[]
  onChange: (whole: Filter | undefined) => void
}

/** A thin frame around what belongs together. */
const Frame = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: 1.5,
    maxW: 'full',
    px: 1.5,
    py: 0.5,
    borderWidth: '1px',
    borderColor: 'border.strong',
    borderRadius: 'md',
    fontSize: 'sm',
  },
})

/** The conditions of a group with "and" or "or" between them, and a way to add one. */
export function GroupOfConditions({ group, ...placed }: Placed & { group: FilterGroup }) {
  const { path } = placed
  return (
    <>
      {group.parts.map((part, index) => (
        // Conditions have no identity but their place.
        <Fragment key={index}>
          {index > 0 && <Join group={group} {...placed} />}
          <Part part={part} {...placed} path={[...path, index]} />
        </Fragment>
      ))}
      <AddCondition group={group} {...placed} />
    </>
  )
}

function Part({ part, ...placed }: Placed & { part: Filter }) {
  if (part.kind === 'comparison') return <ConditionChip condition={part} {...placed} />
  if (part.kind === 'elements') return <OnElements condition={part} {...placed} />
  return (
    <Frame role="group">
      <GroupOfConditions group={part} {...placed} />
    </Frame>
  )
}

/** "and" or "or": a click turns it for the whole group. */
function Join({ group, whole, path, onChange }: Placed & { group: FilterGroup }) {
  const { t } = useHost()
  return (
    <chakra.button
      type="button"
      title={t(`filter.turn.${group.kind}`)}
      px={1}
      minH={6}
      fontSize="xs"
      fontWeight="medium"
      color="fg.muted"
      borderRadius="sm"
      _hover={{ bg: 'bg.muted', color: 'fg' }}
      onClick={() => onChange(path.length === 0 ? turned(group) : replaced(whole, path, turned(group)))}
    >
      {t(`filter.${group.kind}`)}
    </chakra.button>
  )
}

/** Conditions on one element of a list, with the list's name in front; a click on it turns "one with" into "none with". */
function OnElements({ condition, ...placed }: Placed & { condition: ElementFilter }) {
  const { t } = useHost()
  const { whole, path, fields, onChange } = placed
  const field = fieldBySelector(fields, condition.selector, 'elements')
  if (field === undefined) return <TextChip condition={condition} {...placed} />
  const inner = asGroup(condition.filter)
  const list = field.words.slice(0, -1).join(' › ')
  const kind = condition.operator === '=any=' ? 'any' : 'none'
  const setInner = (filter: Filter | undefined) => onChange(replaced(whole, path, filter && { ...condition, filter: single(filter) }))
  return (
    <Frame role="group" aria-label={list}>
      <chakra.button
        type="button"
        title={t(`filter.elements.turn.${kind}`)}
        px={1}
        minH={6}
        borderRadius="sm"
        _hover={{ bg: 'bg.muted' }}
        onClick={() => onChange(replaced(whole, path, { ...condition, operator: kind === 'any' ? '=none=' : '=any=' }))}
      >
        {t(`filter.elements.${kind}`, { list })}
      </chakra.button>
      <GroupOfConditions group={inner} whole={inner} path={[]} fields={elementFields(field)} onChange={setInner} />
      <RemoveButton name={list} onRemove={() => onChange(replaced(whole, path, undefined))} />
    </Frame>
  )
}

/** A group of one is what it holds. */
const single = (filter: Filter): Filter => {
  const [only, ...others] = isGroup(filter) ? filter.parts : []
  return only !== undefined && others.length === 0 ? only : filter
}

function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useHost()
  return (
    <chakra.button
      type="button"
      aria-label={t('filter.remove', { condition: name })}
      p={1}
      borderRadius="xs"
      _hover={{ bg: 'accent.muted' }}
      onClick={onRemove}
    >
      <X size={12} aria-hidden />
    </chakra.button>
  )
}

/** A condition that the builder has no words for, as its text. */
function TextChip({ condition, whole, path, onChange }: Placed & { condition: Filter }) {
  const text = writeFilter(condition)
  return (
    <Chip h="auto" minH={7} pr={1} maxW="full" whiteSpace="normal" overflowWrap="anywhere" fontFamily="mono">
      {text}
      <RemoveButton name={text} onRemove={() => onChange(replaced(whole, path, undefined))} />
    </Chip>
  )
}

function ConditionChip({ condition, ...placed }: Placed & { condition: Comparison }) {
  const host = useHost()
  const { whole, path, fields, onChange } = placed
  const chip = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const field = fieldBySelector(fields, condition.selector)
  const words = field && conditionWords(host, field, condition)
  if (field === undefined || words === undefined) return <TextChip condition={condition} {...placed} />
  const name = `${fieldWords(field)} ${words.how} ${words.value}`.trim()
  const started: StartedCondition | undefined = withField(field, namedComparison(condition, field.kind))
  return (
    <Chip kind="accent" h="auto" minH={7} pr={1} gap={0.5} maxW="full" minW={0} whiteSpace="normal" data-condition={condition.selector}>
      <chakra.button
        ref={chip}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        minW={0}
        textAlign="start"
        overflowWrap="anywhere"
        lineHeight="short"
        onClick={() => setOpen(!isOpen)}
      >
        <chakra.span fontWeight="normal">{`${fieldWords(field)} ${words.how}`}</chakra.span> {words.value}
      </chakra.button>
      <RemoveButton name={name} onRemove={() => onChange(replaced(whole, path, undefined))} />
      {isOpen && (
        <Popover anchor={chip} label={name} width="22rem" onClose={() => setOpen(false)}>
          <ConditionEditor
            fields={fields}

            start={started}
            onSet={(next) => {
              setOpen(false)
              onChange(replaced(whole, path, next))
            }}
          />
        </Popover>
      )}
    </Chip>
  )
}

const withField = (field: FilterField, named: ReturnType<typeof namedComparison>): StartedCondition | undefined =>
  named && { field, ...named }

/** Adds a condition to a group: by its own word, or by the other one to the last condition, which makes a group of both. */
function AddCondition(placed: Placed & { group: FilterGroup }) {
  return (
    <chakra.span display="inline-flex">
      <AddButton by="and" {...placed} />
      <AddButton by="or" {...placed} />
    </chakra.span>
  )
}

function AddButton({ by, group, whole, path, fields, onChange }: Placed & { by: 'and' | 'or'; group: FilterGroup }) {
  const { t } = useHost()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const add = (condition: Filter) => {
    setOpen(false)
    onChange(by === group.kind ? added(whole, path, condition) : replaced(whole, path, grouped(group, by, condition)))
  }
  return (
    <>
      <Button
        ref={button}
        size="sm"
        variant="ghost"
        px={1.5}
        icon={<Plus aria-hidden />}
        aria-label={t(`filter.add.${by}`)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t(`filter.${by}`)}
      </Button>
      {isOpen && (
        <Popover anchor={button} label={t(`filter.add.${by}`)} width="22rem" onClose={() => setOpen(false)}>
          <ConditionEditor fields={fields} onSet={add} />
        </Popover>
      )}
    </>
  )
}

/** The last condition of a group together with another, joined by the other word. */
function grouped({ kind, parts }: FilterGroup, other: 'and' | 'or', condition: Filter): Filter {
  const last = parts.at(-1)
  if (last === undefined) return condition
  const together: Filter = { kind: other, parts: last.kind === other ? [...last.parts, condition] : [last, condition] }
  return parts.length === 1 ? together : { kind, parts: [...parts.slice(0, -1), together] }
}
