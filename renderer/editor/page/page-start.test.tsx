// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { exampleSchema, exampleScreen } from '../../data/example.fixture.ts'
import type { Screen } from '../../descriptor/screen.ts'
import { HostProvider, type RendererHost } from '../../host.tsx'
import { useBranch } from './page-start.ts'

/** Racks have an editor for each state; those that are closed were called sealed. */
const schema: EntitySchema = {
  ...exampleSchema,
  properties: {
    ...exampleSchema.properties,
    state: { ...exampleSchema.properties['state'], 'x-options': { closed: { 'x-was': ['sealed'] } } },
  },
}
const screen: Screen = { ...exampleScreen, editor: { ...exampleScreen.editor, branchField: 'state' } as NonNullable<Screen['editor']> }
const host = { listPath: () => '/racks' } as unknown as RendererHost

function branchAt(option: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <HostProvider value={host}>
      <MemoryRouter initialEntries={[`/racks/${option}/new`]}>
        <Routes>
          <Route path="racks/:option/new" element={children} />
        </Routes>
      </MemoryRouter>
    </HostProvider>
  )
  const asked = { record: undefined, creating: true, consult: false, prefill: {} }
  return renderHook(() => useBranch({ schema, screen }, asked), { wrapper }).result.current
}

describe('the option in the address of a new record', () => {
  it('is the start of the record', () => expect(branchAt('closed')).toEqual({ prefill: { state: 'closed' }, instead: undefined }))

  it('leads on to the present one if it is called otherwise now', () => expect(branchAt('sealed').instead).toBe('/racks/closed/new'))

  it('leads on to the first one if there never was one', () => expect(branchAt('sunk').instead).toBe('/racks/free/new'))
})
