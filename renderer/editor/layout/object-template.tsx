import { chakra } from '@chakra-ui/react'
import { getUiOptions } from '@rjsf/utils'
import type { ObjectFieldTemplateProps } from '@rjsf/utils'
import { Fragment, useMemo } from 'react'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { usePrinting } from '../../parts/page/use-printing.ts'
import { ActionButton } from '../save/action-button.tsx'
import { foldKey, useEnvironment } from '../page/environment.tsx'
import { legendId, panelId } from '../outline/outline.ts'
import { pointerOf } from './draft-fields.tsx'
import { Grid, Measured } from './field-cell.tsx'
import { controlsWithin, FieldGroup, GroupFrame } from './field-group.tsx'
import type { ObjectOptions } from './form-schema.ts'
import { HiddenNote } from './hidden-note.tsx'
import type { FieldGroup as Group } from './layout.ts'
import { MapTabs } from './map-tabs.tsx'

type Drawn = Pick<ObjectFieldTemplateProps['properties'][number], 'name' | 'content'>

interface GroupedFieldsProps {
  pointer: string
  groups: readonly Group[]
  properties: readonly Drawn[]
  /** Whether there is a title directly above. */
  titled: boolean
}

/** The fields of an object in reading order, those of a group together at the place of its first. No title follows right upon another. */
function GroupedFields({ pointer, groups, properties, titled }: GroupedFieldsProps) {
  const { layout, host, texts } = useEnvironment()
  const groupOf = (name: string) => groups.find(({ names }) => names.includes(name))
  return properties.map(({ name, content }, index) => {
    const group = groupOf(name)
    if (!group) return <Fragment key={name}>{content}</Fragment>
    const own = properties.filter((other) => groupOf(other.name) === group)
    if (own[0]?.name !== name) return null
    const places = own.map((other) => `${pointer}/${other.name}`)
    const first = places[0] ?? ''
    // A list alone bears its own name, and a field may be called as its group is.
    const isList = own.length === 1 && layout.fields.get(first)?.field.widget === 'table'
    const isNamed = (titled && index === 0) || isList || host.t(group.title) === texts.field(first)
    return (
      <FieldGroup
        key={group.title}
        title={isNamed && !group.folded ? undefined : host.t(group.title)}
        places={places}
        ruled={index > 0}
        fold={group.folded ? foldKey(pointer, group.title) : undefined}
      >
        {own.map((other) => (
          <Fragment key={other.name}>{other.content}</Fragment>
        ))}
        {group.actions.map((action) => (
          <ActionButton key={action} pointer={pointer} name={action} />
        ))}
      </FieldGroup>
    )
  })
}

interface MapPanelProps {
  pointer: string
  name: string
  /** All of them are drawn, each below its name. */
  isOneOfAll?: boolean
  children: ReactNode
}

/** One of several like objects, with what of it does not apply. */
function MapPanel({ pointer, name, isOneOfAll = false, children }: MapPanelProps) {
  const environment = useEnvironment()
  const pointers = useMemo(() => controlsWithin(environment, [`${pointer}/${name}`]), [environment, pointer, name])
  const title = environment.texts.field(`${pointer}/${name}`)
  const kind = isOneOfAll ? { role: 'group' } : { role: 'tabpanel', id: panelId(pointer) }
  return (
    <Measured {...kind} aria-label={title} paddingTop={4}>
      {isOneOfAll && (
        <chakra.p textStyle="label" mb={2}>
          {title}
        </chakra.p>
      )}
      <Grid>{children}</Grid>
      <HiddenNote pointers={pointers} />
    </Measured>
  )
}

/** Like objects in tabs; only the open one is drawn, but all of them on paper. */
function MapFields({ pointer, properties }: { pointer: string; properties: readonly Drawn[] }) {
  const { view } = useEnvironment()
  const isPrinting = usePrinting()
  const open = useSnapshot(view).tabs[pointer] ?? properties[0]?.name
  const chosen = properties.filter((property) => isPrinting || property.name === open)
  return (
    <GroupFrame>
      {!isPrinting && <MapTabs pointer={pointer} names={properties.map((property) => property.name)} selected={open ?? ''} />}
      {chosen.map(({ name, content }) => (
        <MapPanel key={name} pointer={pointer} name={name} isOneOfAll={isPrinting}>
          {content}
        </MapPanel>
      ))}
    </GroupFrame>
  )
}

/** An object of a form, as its `ui:options` say: in tabs, as a titled group, or its fields alone. */
export function ObjectFieldTemplate({ properties, fieldPathId, title, uiSchema }: ObjectFieldTemplateProps) {
  // rjsf's type knows its own options only.
  const { kind, groups } = getUiOptions(uiSchema) as unknown as ObjectOptions
  const pointer = pointerOf(fieldPathId.path)
  if (kind === 'map') return <MapFields pointer={pointer} properties={properties} />
  const fields = <GroupedFields pointer={pointer} groups={groups} properties={properties} titled={kind === 'group'} />
  if (kind !== 'group') return fields
  return (
    <FieldGroup title={title} places={[pointer]} legendId={legendId(pointer)}>
      {fields}
    </FieldGroup>
  )
}
