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
import { isCreatable } from '../api/made-by-calls.ts'
import { sampleRecord } from '../samples/sample-record.ts'
import { text } from './texts.ts'

type Role = Parameters<Page['getByRole']>[0]

/** ARIA role of each widget's control. */
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
  filter: 'combobox',
  inheritable: 'radiogroup',
  segmented: 'radiogroup',
  toggle: 'switch',
  tags: 'textbox',
  table: 'table',
  'dual-list': 'group',
}

/** One field of an editor, with the role and label to find it by. */
export interface EditorField extends Pick<FieldLayout, 'property' | 'widget'> {
  name: string
  label: string
  role: Role
  isRequired: boolean
}

export const schemaOf = ({ entity }: Pick<NavigationScreen, 'entity'>): EntitySchema => entitySchemas[entity]

/** The fields of an editor in reading order. Throws for a widget whose role is missing in `roles`. */
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

/** Widgets with a text box that do not accept free text. */
const notFreeText = ['number', 'tags']

/** Fields that accept any text: no format, no options, no secret. */
export const freeTextFields = (fields: readonly EditorField[]): EditorField[] =>
  fields.filter(
    ({ role, widget, property }) =>
      role === 'textbox' && !notFreeText.includes(widget) && property.format === undefined && property['x-secret'] !== true,
  )

/** Characters that a field must accept to hold a few words. */
const minTextLength = 40

/** Rule effects that neither disable, hide nor fill a field. */
const harmlessEffects = new Set<string>(['require', 'check'])

/** Fields of a stored record that always accept a few words: texts and mail addresses that no rule disables. */
export function editableTextFields(entry: NavigationScreen): EditorField[] {
  const restricted = [...allNodes(schemaTree(schemaOf(entry)))].flatMap(({ property, pattern }) =>
    (property['x-rules'] ?? [])
      .filter(({ effect }) => !harmlessEffects.has(effect))
      .flatMap(({ fields }) => fields.map((name) => `${pattern}/${name}`)),
  )
  return editorFields(entry, false).filter(({ role, widget, name, property: { format, maxLength = minTextLength, ...property } }) => {
    const isText =
      role === 'textbox' && !notFreeText.includes(widget) && (format === undefined || format === 'mail') && maxLength >= minTextLength
    return (
      isText &&
      property.readOnly !== true &&
      property['x-secret'] !== true &&
      property['x-frozen'] === undefined &&
      !restricted.includes(`/${name}`)
    )
  })
}

/** Whether a new record requires nested values; such records are created from samples. */
const needsInnerValues = (entry: NavigationScreen): boolean =>
  editorFields(entry).some(({ name, isRequired }) => isRequired && name.includes('/'))

/**
 * Whether a screen has a list and an editor whose records can be created from a few words, with at least two editable texts.
 * Other screens have their own browser tests.
 */
const hasSimpleEditor = (entry: NavigationScreen): boolean =>
  entry.screen.list !== undefined &&
  entry.screen.editor !== undefined &&
  !needsInnerValues(entry) &&
  !schemaOf(entry)['x-entity'].readOnly &&
  editableTextFields(entry).length > 1

/** Of some screens, those whose records can be created from a few texts; the others have tests of their own. */
export const withEditor = (entries: readonly NavigationScreen[]): NavigationScreen[] =>
  entries.filter((entry) => hasSimpleEditor(entry) && isCreatable(schemaOf(entry)))

/** The words as a value of the field: unchanged, or as a mail address. */
export function textFor({ property }: EditorField, words: string): string {
  return property.format === 'mail' ? `${words.toLowerCase().replaceAll(/[^a-z]+/g, '-')}@words.example` : words
}

/** Whether the field is still empty. */
export async function isBlank(page: Page, field: EditorField): Promise<boolean> {
  const input = control(page, field)
  if (field.role === 'radiogroup') return (await input.getByRole('radio', { checked: true }).count()) === 0
  if (field.role === 'switch' || field.role === 'table' || field.role === 'group' || field.widget === 'tags') return false
  return (await input.inputValue()) === ''
}

/** A field's control. Password inputs have no role, so they are input by label. */
export const control = (page: Page, { role, label, widget }: Pick<EditorField, 'role' | 'label' | 'widget'>): Locator =>
  widget === 'secret'
    ? page.getByLabel(new RegExp(`^${label}`)).and(page.locator('[type=password]'))
    : page.getByRole(role, { name: label, exact: true })

/** The error message below a field; empty if there is none. */
export async function errorOf(page: Page, field: EditorField): Promise<string> {
  const id = await control(page, field).getAttribute('id')
  return (await page.locator(`[id="${id}__error"]`).allInnerTexts()).join(' ')
}

/** Whether the field is required now, by the schema or by a rule. */
export async function isMandatory(page: Page, field: EditorField): Promise<boolean> {
  const input = control(page, field)
  return field.isRequired || ((await input.count()) > 0 && (await input.getAttribute('aria-required')) === 'true')
}

/** Fills every empty required field: with the first option, or with a sample value made from `seed` (letters and digits). */
export async function fillMandatory(page: Page, entry: NavigationScreen, seed: string): Promise<void> {
  const sample = sampleRecord(schemaOf(entry), seed)
  for (const field of editorFields(entry)) {
    if (!(await isMandatory(page, field))) continue
    const input = control(page, field)
    if (field.widget === 'select') await chooseFirst(input)
    else if (!(await isBlank(page, field))) continue
    else if (field.widget === 'reference') await pickFirst(page, field)
    else if (field.role === 'radiogroup') await input.getByRole('radio').first().check()
    else await input.fill(String(fieldValue(sample, field.name)))
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
