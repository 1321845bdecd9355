import type { Locator, Page } from 'playwright'
import { layoutOf } from '../../../renderer/editor/layout/layout.ts'
import type { FieldLayout } from '../../../renderer/editor/layout/layout.ts'
import { isRequiredAt } from '../../../renderer/editor/draft/pointer.ts'
import { textPathOf } from '../../../schemas/vocabulary/schema/uniform-children.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { fieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import { parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import { allNodes, schemaTree } from '../../../schemas/vocabulary/schema/schema-tree.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { NavigationScreen } from '../../../src/screen-addresses.ts'
import { sampleRecord } from '../samples/sample-record.ts'
import { text } from './texts.ts'

type Role = Parameters<Page['getByRole']>[0]

/** How assistive technology names the control of each widget. */
const roles: Record<string, Role> = {
  text: 'textbox',
  mail: 'textbox',
  textarea: 'textbox',
  address: 'textbox',
  identifier: 'textbox',
  'date-time': 'textbox',
  secret: 'textbox',
  number: 'textbox',
  select: 'combobox',
  reference: 'combobox',
  'editable-select': 'combobox',
  inheritable: 'radiogroup',
  segmented: 'radiogroup',
  toggle: 'switch',
  tags: 'textbox',
  table: 'table',
  'dual-list': 'group',
}

/** One field of an editor, as a person finds it. */
export interface EditorField extends Pick<FieldLayout, 'property' | 'widget'> {
  name: string
  label: string
  role: Role
  isRequired: boolean
}

export const schemaOf = ({ entity }: Pick<NavigationScreen, 'entity'>): EntitySchema => entitySchemas[entity]

/** The fields of an editor in reading order. Throws on a widget that this file does not know how to find. */
export function editorFields(entry: NavigationScreen, creating = true): EditorField[] {
  const schema = schemaOf(entry)
  return [...layoutOf(schema, entry.screen, creating).fields.values()].map(({ field: { pointer, property, widget } }) => {
    const role = roles[widget]
    if (role === undefined) throw new Error(`tests/support/browser/editor-page.ts does not know the widget "${widget}"`)
    const path = textPathOf(schema, parsePointer(pointer))
    return {
      name: pointer.slice(1),
      label: text(`${entry.entity}.field.${path}`),
      property,
      widget,
      role,
      isRequired: isRequiredAt(schema, parsePointer(pointer)),
    }
  })
}

/** Widgets of one text box that take something else than words: a number, a list. */
const wordless = ['number', 'tags']

/** Fields that take any text: no format, no options. */
export const freeTextFields = (fields: readonly EditorField[]): EditorField[] =>
  fields.filter(
    ({ role, widget, property }) =>
      role === 'textbox' && !wordless.includes(widget) && property.format === undefined && property['x-secret'] !== true,
  )

/** Room for a few words. */
const wordsLength = 40

/** What a rule may do to a field without closing, hiding or filling it. */
const leavesOpen = new Set<string>(['require', 'check'])

/** Fields of a stored record that take words at any time: texts and mail addresses of some length that nothing closes. */
export function editableTextFields(entry: NavigationScreen): EditorField[] {
  const ruled = [...allNodes(schemaTree(schemaOf(entry)))].flatMap(({ property, pattern }) =>
    (property['x-rules'] ?? [])
      .filter(({ effect }) => !leavesOpen.has(effect))
      .flatMap(({ fields }) => fields.map((name) => `${pattern}/${name}`)),
  )
  return editorFields(entry, false).filter(({ role, widget, name, property: { format, maxLength = wordsLength, ...property } }) => {
    const isText =
      role === 'textbox' && !wordless.includes(widget) && (format === undefined || format === 'mail') && maxLength >= wordsLength
    return isText && property['x-secret'] !== true && property['x-frozen'] === undefined && !ruled.includes(`/${name}`)
  })
}

/** Whether a new record needs more than what stands at its root: such ones are made from samples. */
const needsInnerValues = (entry: NavigationScreen): boolean =>
  editorFields(entry).some(({ name, isRequired }) => isRequired && name.includes('/'))

/**
 * Screens with a list of their own whose records are made from a few words, and have two texts that a person may change; the others
 * have journeys of their own.
 */
export const hasSimpleEditor = (entry: NavigationScreen): boolean =>
  entry.screen.list !== undefined &&
  entry.screen.editor !== undefined &&
  !needsInnerValues(entry) &&
  !schemaOf(entry)['x-entity'].readOnly &&
  editableTextFields(entry).length > 1

/** What says the words in a field: themselves, or an address made from them. */
export function textFor({ property }: EditorField, words: string): string {
  return property.format === 'mail' ? `${words.toLowerCase().replaceAll(/[^a-z]+/g, '-')}@words.example` : words
}

/** Whether a person has still to fill the field. */
export async function isBlank(page: Page, field: EditorField): Promise<boolean> {
  const found = control(page, field)
  if (field.role === 'radiogroup') return (await found.getByRole('radio', { checked: true }).count()) === 0
  if (field.role === 'switch' || field.role === 'table' || field.role === 'group' || field.widget === 'tags') return false
  return (await found.inputValue()) === ''
}

/** A field's control. What is hidden while it is typed has no role. */
export const control = (page: Page, { role, label, widget }: Pick<EditorField, 'role' | 'label' | 'widget'>): Locator =>
  widget === 'secret'
    ? page.getByLabel(new RegExp(`^${label}`)).and(page.locator('[type=password]'))
    : page.getByRole(role, { name: label, exact: true })

/** The message below a field; empty where it has none. */
export async function errorOf(page: Page, field: EditorField): Promise<string> {
  const id = await control(page, field).getAttribute('id')
  return (await page.locator(`[id="${id}__error"]`).allInnerTexts()).join(' ')
}

/** Whether the field has to be given, by the schema or by a rule as the form stands. */
export async function isMandatory(page: Page, field: EditorField): Promise<boolean> {
  const found = control(page, field)
  return field.isRequired || ((await found.count()) > 0 && (await found.getAttribute('aria-required')) === 'true')
}

/** Gives every mandatory field that is empty a valid value: the first that is offered, or a sample made from `seed` (letters and digits). */
export async function fillMandatory(page: Page, entry: NavigationScreen, seed: string): Promise<void> {
  const sample = sampleRecord(schemaOf(entry), seed)
  for (const field of editorFields(entry)) {
    if (!(await isMandatory(page, field))) continue
    const found = control(page, field)
    if (field.widget === 'select') await chooseFirst(found)
    else if (!(await isBlank(page, field))) continue
    else if (field.widget === 'reference') await pickFirst(page, field)
    else if (field.role === 'radiogroup') await found.getByRole('radio').first().check()
    else await found.fill(String(fieldValue(sample, field.name)))
  }
}

async function chooseFirst(select: Locator): Promise<void> {
  const option = select.locator('option:not([value=""])').first()
  await option.waitFor({ state: 'attached' })
  await select.selectOption((await option.getAttribute('value')) ?? '')
}

async function pickFirst(page: Page, field: EditorField): Promise<void> {
  await control(page, field).click()
  await page.getByRole('listbox', { name: field.label }).getByRole('option').first().click()
}
