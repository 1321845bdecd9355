// @vitest-environment happy-dom
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { lastPlan, screen, served, renderEditor } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxSchema, siteBoxScreen } from '../../support/editor/site-box.ts'

const schema = {
  ...siteBoxSchema,
  properties: { ...siteBoxSchema.properties, opens: { type: 'string', format: 'month' }, closes: { type: 'string', format: 'month' } },
  'x-rules': [
    {
      id: 'closes-later',
      fields: ['closes'],
      effect: 'check',
      that: { closes: { gt: { from: 'opens' } } },
      because: 'site-box.because.later',
    },
  ],
} as EntitySchema
const descriptor = { ...siteBoxScreen, editor: { ...siteBoxScreen.editor!, sections: { when: ['opens', 'closes'] } } }

beforeEach(() => localStorage.clear())
afterEach(cleanup)

it('a month picker offers the months that the rules allow for the current draft, and says why others are disabled', async () => {
  const record = served({ ...siteBox(), opens: '2026-03', closes: '2026-09' })
  const { user, source } = renderEditor({ schema, screen: descriptor, record })
  const box = () => screen.getByLabelText<HTMLInputElement>(/^opens/)
  await waitFor(() => expect(box().value).toBe('March 2026'))
  await user.clear(box())
  await user.type(box(), 'June 2026')
  await user.click(screen.getByRole('button', { name: /closes/ }))
  const offered = () => screen.getAllByRole('option').filter((month) => month.getAttribute('aria-disabled') === null)
  expect(offered().map(({ textContent }) => textContent)).toEqual(['Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'])
  expect(screen.getByRole('option', { name: 'June 2026' }).title).toBe('later')
  await user.click(screen.getByRole('option', { name: 'August 2026' }))
  await user.click(screen.getByRole('button', { name: 'Update' }))
  expect(lastPlan(source)?.items[0]?.changes).toEqual({ opens: '2026-06', closes: '2026-08' })
})
