import { chakra } from '@chakra-ui/react'
import type { FieldProps, FieldTemplateProps, ObjectFieldTemplateProps, RegistryFieldsType, TemplatesType } from '@rjsf/utils'
import { useSnapshot } from 'valtio'
import { formatPointer } from '../../schemas/vocabulary/pointer.ts'
import { DraftField } from './draft-field.tsx'
import { useEnvironment } from './environment.tsx'
import { Grid } from './field-cell.tsx'
import { MapTabs } from './map-tabs.tsx'
import { legendId, panelId } from './outline.ts'

const Group = chakra('fieldset', { base: { gridColumn: 'span 12', minWidth: 0, margin: 0, padding: 0, border: 0 } })
const Legend = chakra('legend', { base: { textStyle: 'label', color: 'fg.muted', marginBottom: 3, padding: 0 } })

const pointerOf = (path: readonly (string | number)[]): string => formatPointer(path.map(String))

function Field({ fieldPathId }: FieldProps) {
  const { layout } = useEnvironment()
  const pointer = pointerOf(fieldPathId.path)
  const found = layout.fields.get(pointer)
  if (!found) throw new Error(`The layout has no field at ${pointer}`)
  return <DraftField field={found.field} />
}

/** The form library frames every field; our field frames itself. */
function FieldTemplate({ children }: FieldTemplateProps) {
  return children
}

function ObjectTemplate({ properties, fieldPathId, uiSchema }: ObjectFieldTemplateProps) {
  const environment = useEnvironment()
  const kind = (uiSchema?.['ui:options'] as { kind?: string } | undefined)?.kind
  const pointer = pointerOf(fieldPathId.path)
  const open = useSnapshot(environment.view).tabs[pointer] ?? properties[0]?.name
  if (kind === 'map') {
    const chosen = properties.find((property) => property.name === open)
    return (
      <Group>
        <MapTabs pointer={pointer} names={properties.map((property) => property.name)} selected={open ?? ''} />
        <Grid role="tabpanel" id={panelId(pointer)} paddingTop={4}>
          {chosen?.content}
        </Grid>
      </Group>
    )
  }
  const contents = properties.map((property) => property.content)
  // In tabs the tab says already what the group is called.
  const isInTab = environment.layout.maps.has(formatPointer(fieldPathId.path.slice(0, -1).map(String)))
  if (kind !== 'group' || isInTab) return <>{contents}</>
  return (
    <Group>
      <Legend id={legendId(pointer)} tabIndex={-1}>
        {environment.texts.field(pointer)}
      </Legend>
      <Grid>{contents}</Grid>
    </Group>
  )
}

/** What the form library draws with: our field for every leaf, our templates around. */
export const formFields: RegistryFieldsType = { draft: Field }
export const formTemplates: Partial<TemplatesType> = { FieldTemplate, ObjectFieldTemplate: ObjectTemplate }
