// @vitest-environment happy-dom
import { cleanup, configure, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { example, exampleSchema, exampleScreen } from '../../../renderer/data/example.fixture.ts'
import { ListPage } from '../../../renderer/list/list-page.tsx'
import { exampleListService, renderPage } from '../../support/list/render-page.tsx'

configure({ asyncUtilTimeout: 5000, defaultHidden: true })

const occupied = { because: 'because.occupied' }

beforeEach(() => localStorage.clear())
afterEach(cleanup)

describe('the menu of one row', () => {
  it(
    'offers the commands on the row: disabled ones say why, hidden ones are left out, and without any there is no menu',
    { tags: ['S0-2.53'] },
    async () => {
      const command = (verb: string) => ({
        name: `rack-${verb}`,
        meta: { of: 'rack', theme: 'Racks', verb, needs: 'update' as const, prefill: { code: 'code' } },
      })
      const hidden = { ...occupied, hidden: true as const }
      const texts = { 'rack-move.one': 'Move', 'rack-lock.one': 'Lock', 'rack-sell.one': 'Sell' }
      const { 'x-entity': meta } = exampleSchema
      const { editor: _, ...withoutEditor } = exampleScreen
      const rows = [
        example(1, { can: { move: true, lock: occupied, sell: hidden } }),
        example(2, { can: { move: hidden, lock: hidden, sell: hidden } }),
      ]
      const { user } = renderPage(ListPage, {
        source: exampleListService(rows),
        schema: { ...exampleSchema, 'x-entity': { ...meta, readOnly: true } },
        screen: withoutEditor,
        commands: ['move', 'lock', 'sell'].map(command),
        texts,
      })
      await screen.findByText('A2')
      await user.click(screen.getByLabelText('Actions for A1'))
      const menu = within(screen.getByRole('menu'))
      expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Move', 'LockThe rack holds a server.'])
      expect(menu.getByRole('menuitem', { name: 'Lock' }).getAttribute('aria-description')).toBe('The rack holds a server.')
      await user.keyboard('{Escape}')
      expect(screen.queryByLabelText('Actions for A2')).toBeNull()
    },
  )
})
