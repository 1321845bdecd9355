import { createInstance, type i18n } from 'i18next'
import { ref } from 'valtio'
import { beforeAll, describe, expect, it } from 'vitest'
import { BulkController } from '../../../renderer/bulk/bulk-controller.ts'
import { MAX_FILE_BYTES } from '../../../renderer/bulk/csv/decode.ts'
import { refusalAlerts, reportAlerts } from '../../../renderer/bulk/file-alerts.ts'
import { sheetColumn } from '../../../renderer/bulk/grid/sheet-columns.ts'
import { rowContext } from '../../../renderer/rules/creation.ts'
import type { SheetClient } from '../../../renderer/bulk/worker/client.ts'
import type { DataSource } from '../../../renderer/data/data-source.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import type { EntityName } from '../../../schemas/generated/entities.ts'
import { compileRules } from '../../../schemas/rules/compile/compile.ts'
import { openSession } from '../../../schemas/rules/session/session.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { readTexts } from '../../../scripts/tooling/vite/texts-plugin.ts'
import { bulkScreens, modelOf, schemaOf, sheetServiceOf, tenant } from '../../support/csv/entity-sheet.ts'

const languages = ['en', 'fr', 'de', 'es']
/** Finds no record for any name in a cell; these tests do not depend on references. */
const findNothing = async () => ({ data: [], meta: { totalCount: 0, size: 1000 } })

/** The controller of a sheet page without its components; the worker's service runs in the same thread. */
async function controllerOf(entity: EntityName, screen: Screen): Promise<BulkController> {
  const model = await modelOf(entity, screen)
  const service = (await sheetServiceOf(entity)) as unknown as Record<string, (...args: unknown[]) => unknown>
  const call = async (name: string, ...args: unknown[]): Promise<unknown> => service[name]?.(...args)
  const client = { id: 'one', call, callWithProgress: (_: unknown, name: string, ...args: unknown[]) => call(name, ...args) }
  const options = {
    source: { list: findNothing } as unknown as DataSource,
    entity,
    tenantOid: tenant.oid,
    parentEntity: undefined,
    openModel: async () => model,
  }
  const controller = new BulkController({
    ...options,
    client: { ...client, cancel: () => {}, close: () => {} } as unknown as SheetClient,
    hasText: () => true,
    written: async () => {},
  })
  await client.call('open', model)
  Object.assign(controller.state, { model: ref(model), models: ref([model, ...(model.children ?? [])]), working: undefined })
  return controller
}

/** Whether a field and all objects around it are required. */
const isRequired = ({ required, properties }: PropertySchema | EntitySchema, [first = '', ...rest]: readonly string[]): boolean =>
  required?.includes(first) === true && (rest.length === 0 || isRequired(properties?.[first] ?? {}, rest))

const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text))
const latin = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'latin1'))

/** S0 sections 2, 5 and 8: files and their messages in English; `KEY` stands for the name of the first column. */
const files: [title: string, file: (header: string) => { name?: string; data: BlobPart; size?: number }, messages: string[]][] = [
  ['that is no .csv file', () => ({ name: 'people.xlsx', data: 'x' }), ['people.xlsx is not a .csv file.']],
  [
    'above the size limit',
    () => ({ data: 'x', size: MAX_FILE_BYTES + 1 }),
    ['The file is larger than 64 MB. Split it into several files.'],
  ],
  ['of exactly the maximum size', (header) => ({ data: `${header}\n`, size: MAX_FILE_BYTES }), ['0 rows read from the file.']],
  ['that is empty', () => ({ data: '' }), ['The file is empty.']],
  [
    'that is not text',
    () => ({ data: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 2, 3]) }),
    ['The file is not text. Save it as CSV in your spreadsheet program.'],
  ],
  ['without a header', () => ({ data: '\n\n' }), ['The first line of the file must name the columns.']],
  [
    'with unknown columns only',
    () => ({ data: 'qqqqqq,wwwwww\n1,2\n' }),
    ['None of the file’s columns exists here. Export a file to see the names.'],
  ],
  ['with an unterminated quote', (header) => ({ data: `${header}\n"a\n` }), ['A quoted cell that begins near line 2 is never closed.']],
  ['with one row', (header) => ({ data: `${header}\na\n` }), ['1 row read from the file.']],
  [
    'with some unknown columns',
    (header) => ({ data: `${header},qqqqqq,${header}x\na,b,c\n` }),
    ['1 row read from the file.', 'Columns that do not exist here were left out: qqqqqq, KEYx (did you mean KEY?).'],
  ],
  [
    'with a duplicate column',
    (header) => ({ data: `${header},${header}\na,b\n` }),
    ['1 row read from the file.', 'Columns appear twice in the file; the first was used: KEY.'],
  ],
  [
    'with columns without a name',
    (header) => ({ data: `${header},,\na,b,c\n` }),
    ['1 row read from the file.', 'Columns without a header were left out: 2, 3.'],
  ],
  [
    'without a byte order mark',
    (header) => ({ data: latin(`${header}\nMünchen\n`) }),
    ['1 row read from the file.', 'The file does not declare its encoding; it was read as windows-1252. Check accented letters.'],
  ],
  ['with a byte order mark', (header) => ({ data: bytes(`\uFEFF${header}\nMünchen\n`) }), ['1 row read from the file.']],
]

describe.each(bulkScreens)('S0 sections 5 and 8, the sheet of %s,', (entity, screen) => {
  let texts: i18n
  beforeAll(async () => {
    texts = createInstance()
    const resources = Object.fromEntries(languages.map((language) => [language, { translation: readTexts('locales', language) }]))
    await texts.init({ lng: 'en', keySeparator: false, nsSeparator: false, interpolation: { escapeValue: false }, resources })
  })

  it.each(files)('reports a file %s, in every language', { tags: ['S0-8.23'] }, async (_title, make, english) => {
    const controller = await controllerOf(entity, screen)
    const key = controller.state.model?.map.columns.find(({ readOnly }) => !readOnly)?.id ?? ''
    const { name = 'file.csv', data, size } = make(key)
    const file = new File([data], name)
    if (size !== undefined) Object.defineProperty(file, 'size', { value: size })
    await controller.importFile(file)
    expect(controller.state.failure).toBeUndefined()
    const { refusal, report } = controller.state
    const messages = languages.map((lng) => {
      const t = (text: string, params?: Record<string, unknown>): string => texts.t(text, { ...params, lng })
      return [...refusalAlerts(refusal, t), ...reportAlerts(report, t)].map(({ text }) => text)
    })
    expect(messages[0]).toEqual(english.map((text) => text.replaceAll('KEY', key)))
    for (const lines of messages) expect(lines.join(' ')).not.toMatch(/\{\{|undefined|bulk\./)
    for (const line of english.keys()) expect(new Set(messages.map((lines) => lines[line])).size).toBe(languages.length)
  })

  it('refuses a file with rows of an unknown sheet if the entity has several sheets, in every language', async () => {
    const controller = await controllerOf(entity, screen)
    await controller.importFile(new File(['sheet,name\nnowhere,a\n'], 'file.csv'))
    const { refusal, models } = controller.state
    expect(refusal === undefined).toBe(models.length === 1)
    if (refusal === undefined) return
    const messages = languages.map((lng) =>
      refusalAlerts(refusal, (text, params) => texts.t(text, { ...params, lng })).map(({ text }) => text),
    )
    expect(messages[0]?.[0]).toMatch(/^Line 2 belongs to the sheet “nowhere”, which does not exist here\. Sheets here: [\w-]+, .+\.$/)
    expect(new Set(messages.flat()).size).toBe(languages.length)
  })

  it.each(languages)(
    'marks the headers of required columns, and explains conditionally required ones in a tooltip (%s)',
    async (language) => {
      const t = (key: string): string => texts.t(key, { lng: language })
      const model = await modelOf(entity, screen, t)
      const context = rowContext(model.context, true)
      const session = openSession(compileRules(model.schema, schemaOf), {}, { stored: null, context, lookup: () => undefined })
      const options = {
        t,
        optionLabels: {},
        language,
        roomPx: 1000,
        isMono: () => false,
        onChoice: () => {},
        ...(model.heads && { heads: model.heads }),
      }
      const heads = model.shown.map((id) => {
        const column = model.map.columns.find((candidate) => candidate.id === id)
        if (column === undefined) throw new Error(`no column ${id}`)
        const { headerName = '', headerTooltip, width = 0, flex } = sheetColumn(column, options)
        // About 7 px per character: the column must be wide enough to show the mark.
        expect(flex !== undefined || width >= headerName.length * 7 + 24, headerName).toBe(true)
        return { id, field: column.field, isMarked: headerName.endsWith(' *'), tooltip: String(headerTooltip) }
      })
      // Always required columns have the mark; conditionally required ones have a tooltip.
      const isAlwaysRequired = (field: string): boolean => isRequired(model.schema, field.split('/')) || session.state(`/${field}`).required
      const unexplained = heads.filter(({ id, field, isMarked, tooltip }) => isAlwaysRequired(field) && !isMarked && tooltip === id)
      expect(unexplained).toEqual([])
      expect(heads.filter(({ field, isMarked }) => isMarked && !isAlwaysRequired(field))).toEqual([])
      const [first] = model.schema.required ?? []
      expect(heads.find(({ field }) => field === first)?.isMarked ?? true).toBe(true)
      for (const { fields, because } of (model.schema['x-rules'] ?? []).filter(({ effect }) => effect === 'require'))
        for (const { tooltip } of heads.filter(({ field }) => fields.includes(field))) expect(tooltip).toContain(t(because))
    },
  )
})
