// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type * as Loading from '../../../src/i18n/load-texts.ts'
import { chosenLanguage } from '../../../src/i18n/languages.ts'
import { failingService } from '../../support/failing-service.ts'
import { renderConsole, scopeWith } from '../../support/shell/render-console.tsx'

const broken = vi.hoisted(() => ({ languages: [] as string[] }))
vi.mock(import('../../../src/i18n/load-texts.ts'), async (original) => {
  const { loadTexts, ...rest }: typeof Loading = await original()
  return {
    ...rest,
    loadTexts: (language, part) => (broken.languages.includes(language) ? Promise.reject(new Error('offline')) : loadTexts(language, part)),
  }
})

const service = failingService()
beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  service.on('* /service/*', () => ({ data: [], meta: {} }))
})
afterEach(() => {
  broken.languages = []
  cleanup()
  vi.restoreAllMocks()
})

const choose = async (user: Awaited<ReturnType<typeof renderConsole>>['user'], language: string) => {
  await user.click(await screen.findByRole('button', { name: /User menu|Menü|menú/i }))
  await user.click(await screen.findByRole('menuitemradio', { name: language }))
}

it('a language whose texts fail to load is said, and the present one stays until they do', async () => {
  const { user } = await renderConsole('/userInfo', { scopes: [scopeWith('msp', ['customers'])], client: service.client })
  broken.languages = ['de']
  await choose(user, 'Deutsch')
  expect(await screen.findByText('The texts in Deutsch could not be loaded. The language stays as it was.')).toBeDefined()
  expect(document.documentElement.lang).toBe('en')
  expect([chosenLanguage('u1'), chosenLanguage()]).toEqual([undefined, undefined])

  broken.languages = []
  await choose(user, 'Deutsch')
  await waitFor(() => expect(document.documentElement.lang).toBe('de'))
  await waitFor(() => expect(chosenLanguage('u1')).toBe('de'))
})
