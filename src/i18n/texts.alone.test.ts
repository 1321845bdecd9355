// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from 'vitest'
import { chosenLanguage, languageOf, rememberLanguage } from './languages.ts'
import { loadTexts, offeredLanguages } from './load-texts.ts'
import { hasText, learnTexts, showLanguage, startTexts, translate } from './texts.ts'
import { eachCase } from '../../tests/support/each-case.ts'

beforeAll(() => startTexts('en', loadTexts))

it('offers exactly the languages that have texts', async () => {
  expect(offeredLanguages.toSorted()).toEqual(['de', 'en', 'es', 'fr'])
  await expect(loadTexts('xx', 'base')).rejects.toThrow('No language "xx" in locales/')
})

it('uses the requested language and sets the lang attribute', async () => {
  expect(translate('shell.close')).toBe('Close')
  await showLanguage('fr', loadTexts)
  expect(translate('shell.close')).toBe('Fermer')
  expect(document.documentElement.lang).toBe('fr')
  await showLanguage('en', loadTexts)
})

it('sets a value apart that may turn the direction of its sentence', () => {
  const said = (name: string): string => translate('list.row.actions', { name })
  const sentence = said('NAME')
  expect(said('\u202eevil')).toBe(sentence.replace('NAME', '\u2068\u202eevil\u2069'))
  expect(said('שלום')).toBe(sentence.replace('NAME', '\u2068שלום\u2069'))
  expect(said('A & <b> é 中')).toBe(sentence.replace('NAME', 'A & <b> é 中'))
})

it('loads texts again after a failure', async () => {
  const broken = vi.fn(() => Promise.reject(new Error('gone')))
  await expect(learnTexts(broken, ['pages'])).rejects.toThrow('gone')
  await learnTexts(loadTexts, ['pages'])
  expect(hasText('editor.reset')).toBe(true)
})

it('loads entity names at the start, and page texts on demand in every language', async () => {
  expect(translate('partner.many')).toBe('Partners')
  expect(hasText('partner.field.contactName')).toBe(false)
  await learnTexts(loadTexts, ['pages', 'partner'])
  expect(translate('partner.field.contactName')).toBe('Contact name')
  expect(hasText('customer.field.contactName')).toBe(false)
  await showLanguage('de', loadTexts)
  expect(translate('partner.field.contactName')).toBe('Ansprechpartner')
  await showLanguage('en', loadTexts)
})

it('shows the language that was chosen last, and what a page has asked for while it was loading', async () => {
  let goOn = (): void => undefined
  const held = new Promise<void>((done) => (goOn = done))
  const slowly: typeof loadTexts = async (...part) => {
    await held
    return loadTexts(...part)
  }
  const first = showLanguage('es', slowly)
  const last = showLanguage('fr', loadTexts)
  await learnTexts(loadTexts, ['coloring'])
  await last
  goOn()
  await first
  expect(document.documentElement.lang).toBe('fr')
  const asked = vi.fn(loadTexts)
  const chosen = showLanguage('de', asked)
  await learnTexts(loadTexts, ['request'])
  await chosen
  expect(asked).toHaveBeenCalledWith('de', 'request')
  await showLanguage('en', loadTexts)
})

it('fills in parameters without changing user input', () => {
  expect(translate('header.tenant.current', { name: 'A & <b>B</b>' })).toBe('Tenant: A & <b>B</b>')
})

it('throws on a missing text', () => {
  expect(hasText('shell.nonsense')).toBe(false)
  expect(() => translate('shell.nonsense')).toThrow('No text "shell.nonsense" in locales/en')
})

eachCase<[string | undefined, string]>([
  ['fr-CH', 'fr'],
  ['de_AT', 'de'],
  ['ES', 'es'],
  ['it', 'en', 'S0-1.18', 'S0-9.29', 'S2-9.28', 'D-7.2'],
  [undefined, 'en', 'S0-1.18', 'S0-9.29', 'S2-9.28', 'D-7.2'],
])('maps %s to %s', (locale, language) => {
  expect(languageOf(locale, offeredLanguages)).toBe(language)
})

it('remembers the choice of each person', () => {
  localStorage.clear()
  rememberLanguage('de', 'u1')
  expect(chosenLanguage('u1')).toBe('de')
  expect(chosenLanguage('u2')).toBeUndefined()
  expect(chosenLanguage()).toBe('de')
})
