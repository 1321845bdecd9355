import { useParams } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { vi } from 'vitest'
import type { SettingsPage as Descriptor } from '../../../renderer/descriptor/settings-page.ts'
import { SettingsPage } from '../../../renderer/settings-page/settings-page.tsx'
import { entitySchemas, type EntityName } from '../../../schemas/generated/entities.ts'
import { screens } from '../../../screens/index.ts'
import { settingsPages } from '../../../screens/settings-pages.ts'
import { screen, renderEditor, type RenderEditorOptions } from './render-editor.tsx'

const advanced = settingsPages.find(({ name }) => name === 'advancedConfiguration')!

/** The page of advanced settings with only the tabs of the given kinds. */
export function advancedSettings(isShown: (kind: Descriptor['tabs'][string]['kind']) => boolean): Descriptor {
  return { ...advanced, tabs: Object.fromEntries(Object.entries(advanced.tabs).filter(([, { kind }]) => isShown(kind))) }
}

/** Simulates a wide window, in which the tabs are beside the page. */
export function widenWindow(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: true, media: query, addEventListener() {}, removeEventListener() {} }))
}

/** Renders a settings page for a managed customer, at the address of a tab, with an empty cache. */
export async function renderSettings(
  page: Descriptor,
  { address = '/settings', ...options }: RenderEditorOptions & { address?: string | undefined },
) {
  function Page() {
    return (
      <SWRConfig value={{ provider: () => new Map() }}>
        <SettingsPage
          page={page}
          tab={useParams()['tab']}
          path="/settings"
          home="/list"
          load={(entity) =>
            Promise.resolve({ schema: entitySchemas[entity as EntityName], screen: screens[entity as keyof typeof screens] })
          }
          skeleton={<p>grey</p>}
        />
      </SWRConfig>
    )
  }
  const shown = renderEditor({
    tenant: { oid: 'acme', name: 'Acme', type: 'managed_customer' },
    ...options,
    page: { element: <Page />, path: '/settings/:tab?', address },
  })
  await screen.findAllByRole('tab')
  return shown
}
