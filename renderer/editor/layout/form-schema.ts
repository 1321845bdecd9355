import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import { widgetNamed } from '../../widgets/registry.ts'
import { propertyAt } from '../draft/pointer.ts'
import type { EditorEnvironment } from '../page/environment.tsx'
import type { FieldGroup, FieldLayout, NodeLayout, SectionLayout } from './layout.ts'

/** A form as rjsf takes it. */
export interface FormParts {
  schema: RJSFSchema
  uiSchema: UiSchema
}

/** `ui:options` of an object. */
export interface ObjectOptions {
  /** `map`: its children are alike and shown in tabs; `group`: it has a title; `path`: it only leads to its fields. */
  kind: 'map' | 'group' | 'path'
  groups: readonly FieldGroup[]
}

type Environment = Pick<EditorEnvironment, 'schema' | 'layout' | 'texts'>
type ObjectParts = FormParts & { schema: { properties: Record<string, RJSFSchema> } }

/** A list that is all of its section or tab and is called as that is: its title already names it. */
function isNamedAround({ layout, texts }: Environment, { pointer }: FieldLayout): boolean {
  const name = layout.fields.get(pointer)?.section
  const section = layout.sections.find((candidate) => candidate.name === name)
  return section?.nodes.length === 1 && section.nodes[0]?.pointer === pointer && texts.section(section.name) === texts.field(pointer)
}

/** One field: its JSON Schema with its title, and how the screen wants it drawn. */
export function fieldForm(environment: Environment, field: FieldLayout): FormParts {
  const { texts } = environment
  const { pointer, property, widget, options, span } = field
  const isList = widgetNamed(widget).field !== undefined
  const help = texts.help(pointer)
  const values = property.enum ?? property.items?.enum
  return {
    schema: { ...(property as RJSFSchema), title: texts.field(pointer) },
    uiSchema: {
      [isList ? 'ui:field' : 'ui:widget']: widget,
      'ui:options': { ...options, span },
      ...(help !== undefined && { 'ui:help': help }),
      ...(values && {
        'ui:enumNames': Object.fromEntries(values.map((value) => [String(value), texts.option(pointer, value)])),
      }),
      ...(isList && isNamedAround(environment, field) && { 'ui:label': false }),
    },
  }
}

/** Inside tabs the tab already shows the name of an object; inside a group of fields the group's title does. */
const isTitled = ({ layout }: Environment, [...around]: readonly string[]): boolean => {
  const name = around.pop() ?? ''
  const pointer = around.map((segment) => `/${segment}`).join('')
  return !layout.maps.has(pointer) && !layout.groupsAt(pointer).some(({ names }) => names.includes(name))
}

function emptyObject({ layout }: Pick<Environment, 'layout'>, path: readonly string[], kind: ObjectOptions['kind']): ObjectParts {
  const groups = layout.groupsAt(path.map((segment) => `/${segment}`).join(''))
  return { schema: { type: 'object', properties: {} }, uiSchema: { 'ui:options': { kind, groups } satisfies ObjectOptions } }
}

/** The object at a path below the root of a form, made where it is missing. */
function objectAt(environment: Environment, root: ObjectParts, { path, kind }: { path: readonly string[]; kind: ObjectOptions['kind'] }) {
  let at = root
  path.forEach((name, index) => {
    const isLast = index === path.length - 1
    const made = emptyObject(environment, path.slice(0, index + 1), isLast ? kind : 'path')
    at.schema.properties[name] ??= made.schema
    at.uiSchema[name] ??= made.uiSchema
    require(environment, at, path.slice(0, index + 1))
    at = { schema: at.schema.properties[name] as ObjectParts['schema'], uiSchema: at.uiSchema[name] as UiSchema }
  })
  return at
}

/** Lists a property as required where the entity's schema does. */
function require({ schema }: Pick<Environment, 'schema'>, { schema: around }: ObjectParts, path: readonly string[]): void {
  const name = path.at(-1) ?? ''
  const isRequired = propertyAt(schema, path.slice(0, -1)).required?.includes(name)
  if (isRequired && around.required?.includes(name) !== true) around.required = [...(around.required ?? []), name]
}

function addNodes(environment: Environment, root: ObjectParts, nodes: readonly NodeLayout[]): void {
  for (const node of nodes) {
    const path = parsePointer(node.pointer)
    const name = path.at(-1)
    if (name === undefined) throw new Error('A section cannot hold the whole record')
    if (node.kind === 'field') {
      const parent = objectAt(environment, root, { path: path.slice(0, -1), kind: 'path' })
      const { schema, uiSchema } = fieldForm(environment, node)
      parent.schema.properties[name] = schema
      parent.uiSchema[name] = uiSchema
      require(environment, parent, path)
    } else {
      const kind = node.kind === 'group' && !isTitled(environment, path) ? 'path' : node.kind
      const { schema } = objectAt(environment, root, { path, kind })
      if (kind !== 'path') schema.title = environment.texts.field(node.pointer)
      addNodes(environment, root, node.children)
    }
  }
}

/**
 * The form of one section: the JSON Schema of its fields, cut out of the entity's, and the screen's wishes as its `uiSchema`. A group
 * that is all of its section goes without a title of its own: the section has one.
 */
export function sectionForm(environment: Environment, { nodes }: Pick<SectionLayout, 'nodes'>): FormParts {
  const root = emptyObject(environment, [], 'path')
  const [only] = nodes
  addNodes(environment, root, nodes.length === 1 && only?.kind === 'group' ? only.children : nodes)
  return root
}
