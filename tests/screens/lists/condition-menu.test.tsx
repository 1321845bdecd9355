// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConditionEditor } from '../../../renderer/filter-builder/condition-editor.tsx'
import { recordFields, walkOf } from '../../../renderer/filter-builder/filter-fields.ts'
import { HostProvider, type RendererHost } from '../../../renderer/host.tsx'
import { system } from '../../../renderer/parts/theme/system.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { Filter } from '../../../schemas/filter/parse-filter.ts'
import { writeFilter } from '../../../schemas/filter/write-filter.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'

afterEach(cleanup)

const schemas = entitySchemas as Record<string, EntitySchema>
const host = {
  t: (key: string) => key,
  hasText: () => false,
  language: 'en',
  ruleContext: () => ({ can: { read: true }, feature: { sdi: true, cloud_security: true } }),
} as unknown as RendererHost

function open() {
  const onSet = vi.fn<(condition: Filter) => void>()
  const fields = recordFields(walkOf(schemas['tele-engine'] as EntitySchema, host, (entity) => schemas[entity]))
  render(
    <ChakraProvider value={system}>
      <HostProvider value={host}>
        <ConditionEditor fields={fields} onSet={onSet} />
      </HostProvider>
    </ChakraProvider>,
  )
  const texts = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
  return { user: userEvent.setup(), texts, set: () => onSet.mock.lastCall && writeFilter(onSet.mock.lastCall[0]) }
}

describe('the menu of conditions', () => {
  it('has one line for the other fields of a referenced record, which opens them and leads back', async () => {
    const { user, texts, set } = open()
    const closed = texts()
    const behind = closed.filter((text) => text?.endsWith('filter.ofRecord'))
    expect(behind).toContain('wan › transportNetwork › filter.ofRecord')
    expect(closed.some((text) => text?.includes('eligibleDti'))).toBe(false)
    await user.click(screen.getByRole('option', { name: 'wan › transportNetwork › filter.ofRecord' }))
    expect(texts()).toContain('eligibleDti')
    await user.click(screen.getByRole('button', { name: 'filter.back' }))
    expect(texts()).toEqual(closed)
    await user.click(screen.getByRole('option', { name: 'wan › transportNetwork › filter.ofRecord' }))
    await user.click(screen.getByRole('option', { name: 'eligibleDti' }))
    await user.keyboard('{Enter}')
    expect(set()).toBe('wan.transportNetwork.eligibleDti==true')
  })

  it('finds these fields by a search', async () => {
    const { user, texts } = open()
    await user.type(screen.getByRole('combobox', { name: 'filter.field.search' }), 'transport eligible')
    expect(texts()).toEqual(['wan › transportNetwork › eligibleDti'])
  })
})
