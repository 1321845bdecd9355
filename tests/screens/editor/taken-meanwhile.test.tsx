// @vitest-environment happy-dom
import { cleanup, configure, screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EditorPage } from '../../../renderer/editor/page/editor-page.tsx'
import { referenceColumn } from '../../../renderer/widgets/dual-list/rows.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { rightsTable } from '../../../schemas/rights/table.ts'
import { navigationScreens } from '../../../src/screen-addresses.ts'
import { wholeSchema } from '../../../server/demo/world/records.ts'
import { failingService } from '../../support/failing-service.ts'
import { applied, exampleListService, renderPage } from '../../support/list/render-page.tsx'
import { textsOf } from '../../support/browser/texts.ts'

configure({ asyncUtilTimeout: 5000, defaultHidden: true })
const failing = failingService()
// Restores the default for the other test files of this process.
afterAll(() => configure({ defaultHidden: false }))
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const isDual = (use: unknown): use is { use: 'dual-list' } =>
  typeof use === 'object' && use !== null && 'use' in use && use.use === 'dual-list'
const lists = navigationScreens.flatMap((entry) =>
  Object.entries(entry.screen.editor?.widgets ?? {}).flatMap(([field, use]) => (isDual(use) ? [{ ...entry, field }] : [])),
)

describe.each(lists)('a conflict in the dual list $field of a $entity', ({ entity, screen: descriptor, field }) => {
  it(
    'is reported at its row when another user has taken the record meanwhile, and keeps selection and input',
    { tags: ['S2-4.51', 'S2-4.52'] },
    async () => {
      const schema = wholeSchema(entity)
      const list = schema.properties[field]
      const column = list ? (referenceColumn(list) ?? '') : ''
      const key = list?.items?.properties?.[column]?.['x-ref']?.once ?? ''
      const { label, resource, order } = schema['x-entity']
      const namedRights = Object.keys(rightsTable.named[resource] ?? {}).map((name): [string, boolean] => [name, true])
      const candidates = ['Mail', 'Files', 'Chat'].map((name): ServedRecord => ({ oid: name.toLowerCase(), revision: 1, can: {}, name }))
      const source = exampleListService(candidates)
      const errors = [{ pointer: `/items/0/changes/${field}/1/${column}`, key, params: { name: 'Theirs' }, message: 'No.' }]
      source.plan.mockImplementation(failing.refuses('plan', { status: 400, detail: 'No.', errors }))
      const { user, container } = renderPage(EditorPage, {
        source,
        schema,
        screen: descriptor,
        texts: textsOf('en'),
        can: { create: true, read: true, update: true, ...Object.fromEntries(namedRights) },
      })
      const texts = textsOf('en')
      const available = await screen.findByRole('listbox', { name: new RegExp(`^Available: ${texts[`${entity}.field.${field}`]}`) })
      await user.type(container.querySelector(`[id="field.${label}"]`) ?? container, 'Mine')
      for (const name of ['Mail', 'Chat']) await user.dblClick(await within(available).findByText(name))
      await user.click(screen.getByRole('button', { name: 'Create' }))
      const refusal = texts[key] ?? ''
      const [note] = await screen.findAllByText(`Chat: ${refusal}`)
      const selected = screen.getByRole('listbox', { name: /^Selected: / })
      expect([note?.getAttribute('role'), selected.getAttribute('aria-describedby')]).toEqual([
        'alert',
        expect.stringContaining(note?.id ?? '-'),
      ])
      expect(
        within(selected)
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ).toEqual(['Mail', `Chat${refusal}`])
      expect(container.querySelector<HTMLInputElement>(`[id="field.${label}"]`)?.value).toBe('Mine')
      await user.dblClick(within(selected).getByText('Chat'))
      source.plan.mockResolvedValue(applied(1))
      await user.click(screen.getByRole('button', { name: 'Create' }))
      expect(source.plan.mock.lastCall?.[0].items[0]?.changes).toMatchObject({ [label]: 'Mine', [field]: [{ [column]: 'mail' }] })
      expect(order?.by).toBeDefined()
    },
  )
})
