import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadTree, type Tree } from '../tree.ts'
import { reference } from './reference.ts'
import type { Toc } from './toc.ts'

const root = resolve(import.meta.dirname, '..', '..', '..')
/** The generated files that the service serves, from before the test run. */
const folder = join(root, 'docs', 'reference')
const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'))
const pages = new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
const idsOf = new Map([...pages].map(([path, markup]) => [path, [...markup.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)]))

const tree = await loadTree(root)

/** Paths outside the reference that its pages may link to. */
const otherPaths = ['/openapi.json']

/** Why a link on a page is broken; undefined if it works. */
function whyBroken(page: string, url: string): string | undefined {
  if (otherPaths.includes(url)) return undefined
  if (/^[a-z]+:|^\//.test(url)) return 'leads out of the reference'
  const [file = '', anchor] = url.split('#')
  const target = file === '' ? page : normalize(join(dirname(page), file))
  if (!existsSync(join(folder, target))) return 'no such file'
  if (anchor !== undefined && !idsOf.get(target)?.includes(anchor)) return 'no such anchor on the page'
  return undefined
}

describe('the generated reference', () => {
  it('has a page of every kind, the same ones in every language', () => {
    const names = (language: string): string[] => readdirSync(join(folder, language))
    for (const language of ['fr', 'de', 'es']) expect(names(language)).toEqual(names('en'))
    expect(names('en')).toEqual(expect.arrayContaining(['index.html', 'rights.html', 'edge-box.html']))
  })

  it('has no broken link, image, style sheet or anchor', () => {
    const urls = [...pages].flatMap(([page, markup]) =>
      [...markup.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, url = '']) => ({ page, url })),
    )
    expect(urls.length).toBeGreaterThan(pages.size * 40)
    expect(urls.map(({ page, url }) => [page, url, whyBroken(page, url)]).filter(([, , why]) => why)).toEqual([])
  })

  it('has every page and section of the table of contents in every language', () => {
    const toc = JSON.parse(readFileSync(join(root, 'docs', 'generated', 'toc.json'), 'utf8')) as Toc
    for (const { address, sections } of toc.entries) {
      for (const [language, path] of Object.entries(address)) {
        const page = pages.get(path.replace('/docs/', '')) ?? ''
        expect([path, page.includes(`<html lang="${language}">`)]).toEqual([path, true])
        for (const { id } of sections) expect([path, id, page.includes(`<section id="${id}">`)]).toEqual([path, id, true])
      }
    }
  })

  it('shows the translation of a description, else the English sentence, and says so on that page and on no other', () => {
    const { 'Name of the region.': german = '', ...rest } = tree.locales.descriptions.de
    const changed = { ...tree, locales: { ...tree.locales, descriptions: { ...tree.locales.descriptions, de: rest } } }
    const pagesOf = (one: Tree): [string, string][] => [...reference(one, ['site', 'partner', 'contents']).pages]
    const isPartly = (markup: string): boolean =>
      (['fr', 'de', 'es'] as const).some((language) => markup.includes(tree.locales.texts[language]['docs.partlyEnglish'] ?? '–'))
    const inEnglish = (markup: string): boolean => markup.includes('<span lang="en">')
    for (const is of [isPartly, inEnglish]) {
      const found = pagesOf(changed).filter(([, markup]) => is(markup))
      expect(found.map(([path]) => path)).toEqual(['docs/reference/de/site.html'])
      expect(found[0]?.[1]).toContain('<span lang="en">Name of the region.</span>')
    }
    const whole = pagesOf(tree)
    expect(whole.filter(([, markup]) => isPartly(markup) || inEnglish(markup))).toEqual([])
    expect(german).not.toBe('')
    expect(whole.find(([path]) => path.endsWith('/de/site.html'))?.[1]).toContain(german)
  })

  it('says so where a text of the entity itself is missing in a language', () => {
    const { 'vrrp-profile.about': _, ...rest } = tree.locales.texts.de
    const changed = { ...tree, locales: { ...tree.locales, texts: { ...tree.locales.texts, de: rest } } }
    const pagesOf = (one: Tree): ReadonlyMap<string, string> => reference(one, ['rights', 'contents', 'vrrp-profile']).pages
    const note = tree.locales.texts.de['docs.partlyEnglish'] ?? ''
    const told = [...pagesOf(changed)].flatMap(([path, markup]) => (markup.includes(note) ? [path] : []))
    expect(told).toContain('docs/reference/de/index.html')
    expect([...pagesOf(tree)].some(([path, markup]) => path === 'docs/reference/de/index.html' && markup.includes(note))).toBe(false)
  })

  it('contains no scripts but the file, no inline styles and no event handlers', () => {
    for (const markup of pages.values())
      expect(markup).not.toMatch(/<script(?! src="(?:\.\.\/)?reference\.js"><)|<style| style=| on[a-z]+=/)
  })

  it('has every font file that its style sheet loads', () => {
    const names = [...readFileSync(join(folder, 'style.css'), 'utf8').matchAll(/url\(([^)]+)\)/g)].map(([, name = '']) => name)
    expect(names).toContain('./files/inter-latin-wght-normal.woff2')
    expect(names.filter((name) => !existsSync(join(folder, name)))).toEqual([])
  })

  it('has unique ids and exactly one h1 on every page', () => {
    for (const [page, markup] of pages) {
      const ids = idsOf.get(page) ?? []
      expect([page, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([page, []])
      expect([page, [...markup.matchAll(/<h1>/g)].length]).toEqual([page, 1])
    }
  })
})
