import { Fragment, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { FieldProps, FieldTemplateProps, ObjectFieldTemplateProps, RegistryFieldsType, TemplatesType } from '@rjsf/utils'
import { useSnapshot } from 'valtio'
import { formatPointer } from '../../../schemas/vocabulary/pointer.ts'
import { ActionButton } from '../save/action-button.tsx'
import { RepeatedFields } from './repeated-fields.tsx'
import { DraftField } from './draft-field.tsx'
import { foldKey, useEnvironment } from '../page/environment.tsx'
import { Grid, Measured } from './field-cell.tsx'
import { controlsWithin, FieldGroup, GroupFrame } from './field-group.tsx'
import { HiddenNote } from './hidden-note.tsx'
import { MapTabs } from './map-tabs.tsx'
import { legendId, panelId } from '../outline/outline.ts'

const pointerOf = (path: readonly (string | number)[]): string => formatPointer(path.map(String))

function Field({ fieldPathId }: FieldProps) {
  const { layout } = useEnvironment()
  const pointer = pointerOf(fieldPathId.path)
  const found = layout.fields.get(pointer)
  if (!found) throw new Error(`The layout has no field at ${pointer}`)
  return (
    <>
      <DraftField field={found.field} />
      {layout.repeatedAfter(pointer).length > 0 && <RepeatedFields pointer={pointer} />}
    </>
  )
}

/** The form library frames every field; our field frames itself. */
function FieldTemplate({ children }: FieldTemplateProps) {
  return children
}

type Drawn = Pick<ObjectFieldTemplateProps['properties'][number], 'name' | 'content'>

interface GroupedFieldsProps {
  pointer: string
  properties: readonly Drawn[]
  /** A title stands right above. */
  titled: boolean
}

/** The fields of an object in reading order, those of a group together at the place of its first. No title follows right upon another. */
function GroupedFields({ pointer, properties, titled }: GroupedFieldsProps) {
  const { layout, host, texts } = useEnvironment()
  const groups = layout.groupsAt(pointer)
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

/** The open one of several like objects, with what of it does not apply. */
function MapPanel({ pointer, name, children }: { pointer: string; name: string; children: ReactNode }) {
  const environment = useEnvironment()
  const pointers = useMemo(() => controlsWithin(environment, [`${pointer}/${name}`]), [environment, pointer, name])
  return (
    <Measured role="tabpanel" id={panelId(pointer)} aria-label={environment.texts.field(`${pointer}/${name}`)} paddingTop={4}>
      <Grid>{children}</Grid>
      <HiddenNote pointers={pointers} />
    </Measured>
  )
}

function ObjectTemplate({ properties, fieldPathId, uiSchema }: ObjectFieldTemplateProps) {
  const environment = useEnvironment()
  const kind = (uiSchema?.['ui:options'] as { kind?: string } | undefined)?.kind
  const pointer = pointerOf(fieldPathId.path)
  const open = useSnapshot(environment.view).tabs[pointer] ?? properties[0]?.name
  if (kind === 'map') {
    const chosen = properties.find((property) => property.name === open)
    return (
      <GroupFrame>
        <MapTabs pointer={pointer} names={properties.map((property) => property.name)} selected={open ?? ''} />
        {chosen && (
          <MapPanel key={chosen.name} pointer={pointer} name={chosen.name}>
            {chosen.content}
          </MapPanel>
        )}
      </GroupFrame>
    )
  }
  // In tabs the tab says already what the group is called, and within a group of fields its title does.
  const around = formatPointer(fieldPathId.path.slice(0, -1).map(String))
  const own = String(fieldPathId.path.at(-1))
  const isTold = environment.layout.maps.has(around) || environment.layout.groupsAt(around).some(({ names }) => names.includes(own))
  const titled = kind === 'group' && !isTold
  const contents = <GroupedFields pointer={pointer} properties={properties} titled={titled} />
  if (!titled) return contents
  return (
    <FieldGroup title={environment.texts.field(pointer)} places={[pointer]} legendId={legendId(pointer)}>
      {contents}
    </FieldGroup>
  )
}

/** What the form library draws with: our field for every leaf, our templates around. */
export const formFields: RegistryFieldsType = { draft: Field }
export const formTemplates: Partial<TemplatesType> = { FieldTemplate, ObjectFieldTemplate: ObjectTemplate }
