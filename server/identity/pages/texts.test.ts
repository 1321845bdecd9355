import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LOGO } from './assets.ts'
import { html } from './markup.ts'
import { chooseLanguage, LANGUAGES, loadTexts } from './texts.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const keysOf = (language: string): string[] =>
  Object.keys(JSON.parse(readFileSync(join(root, 'locales', language, 'identity.json'), 'utf8')) as object).toSorted()

describe('the language of a page', () => {
  it.each<[string, { preferences: (string | undefined)[]; accepted: string; expected: string }]>([
    ['an explicit preference', { preferences: ['fr', 'de'], accepted: 'es', expected: 'fr' }],
    ['the first known of several preferences', { preferences: [undefined, 'xx de'], accepted: 'es', expected: 'de' }],
    ['the strongest accepted one', { preferences: [], accepted: 'de;q=0.5, es-MX;q=0.9, xx', expected: 'es' }],
    ['none that is refused', { preferences: [], accepted: 'de;q=0, xx', expected: 'en' }],
    ['English when nothing fits', { preferences: ['xx'], accepted: 'ja', expected: 'en' }],
  ])('is %s', (_, { preferences, accepted, expected }) => {
    expect(chooseLanguage(preferences, accepted)).toBe(expected)
  })
})

describe('the texts of the pages', () => {
  it.each(LANGUAGES.filter((language) => language !== 'en'))('are complete in %s', (language) => {
    expect(keysOf(language)).toEqual(keysOf('en'))
  })

  it('support values and plurals', () => {
    const t = loadTexts(root)('en')
    expect(t('identity.signIn.tenants', { count: 1 })).toBe('1 tenant')
    expect(t('identity.signIn.tenants', { count: 40 })).toBe('40 tenants')
  })

  it('throw if a text is missing', () => {
    expect(() => loadTexts(root)('fr')('identity.nothing')).toThrow(/identity\.nothing/)
  })
})

it('pages without a build show the logo of the console', () => {
  expect(LOGO).toBe(readFileSync(join(root, 'src', 'public', 'favicon.svg'), 'utf8').trim())
})

describe('markup', () => {
  it('escapes every value that is not markup itself', () => {
    expect(html`<a title="${'"<b>&\''}">${html`<i>${'<x>'}</i>`}${[html`1`, '2']}${undefined}${false}</a>`.text).toBe(
      '<a title="&quot;&lt;b&gt;&amp;&#39;"><i>&lt;x&gt;</i>12</a>',
    )
  })
})
