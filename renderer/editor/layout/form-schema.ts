import type { RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils'
import { parsePointer } from '../../../schemas/vocabulary/pointer.ts'
import type { NodeLayout } from './layout.ts'

/**
 * What the form library needs to lay out a section: objects and leaves, nothing else. Types, limits and options stay in
 * our schema; a leaf is drawn by our own field.
 */
export interface SectionForm {
  schema: RJSFSchema
  uiSchema: UiSchema
}

interface Branch {
  schema: RJSFSchema & { properties: Record<string, RJSFSchema> }
  uiSchema: UiSchema
}

type Kind = { kind: 'way' | 'group' | 'map' }

const branch = (uiOptions: Kind): Branch => ({
  schema: { type: 'object', properties: {} },
  uiSchema: { 'ui:options': uiOptions },
})

/** The branch at some segments below `root`, made where missing; branches on the way are drawn without a frame. */
function branchAt(root: Branch, segments: readonly string[], uiOptions: Kind): Branch {
  let at = root
  segments.forEach((segment, index) => {
    const made = branch(index === segments.length - 1 ? uiOptions : { kind: 'way' })
    at.schema.properties[segment] ??= made.schema
    at.uiSchema[segment] ??= made.uiSchema
    at = { schema: at.schema.properties[segment] as Branch['schema'], uiSchema: at.uiSchema[segment] as UiSchema }
  })
  return at
}

function plant(root: Branch, nodes: readonly NodeLayout[]): void {
  for (const node of nodes) {
    const segments = parsePointer(node.pointer)
    const name = segments.pop()
    if (name === undefined) throw new Error('A section cannot hold the whole record')
    if (node.kind === 'field') {
      const parent = branchAt(root, segments, { kind: 'way' })
      parent.schema.properties[name] = { type: 'string' }
      parent.uiSchema[name] = { 'ui:field': 'draft' }
    } else {
      branchAt(root, [...segments, name], { kind: node.kind })
      plant(root, node.children)
    }
  }
}

/** The form of one section. A group that is all of its section goes without a title of its own: the section has one. */
export function sectionForm(nodes: readonly NodeLayout[]): SectionForm {
  const root = branch({ kind: 'way' })
  const [only] = nodes
  plant(root, nodes.length === 1 && only?.kind === 'group' ? only.children : nodes)
  return root
}

/** Stands where the form library wants a validator: values are checked by the compiled schema, never by the form. */
export const noValidator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({}),
}
