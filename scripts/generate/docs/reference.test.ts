import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadTree } from '../tree.ts'
import type { Toc } from './toc.ts'

const root = resolve(import.meta.dirname, '..', '..', '..')
/** As it was generated before the tests began, which is how it is served. */
const folder = join(root, 'docs', 'reference')
const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'))
const pages = new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
const idsOf = new Map([...pages].map(([path, markup]) => [path, [...markup.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)]))

const tree = await loadTree(root)

/** What the service answers besides these pages. */
const served = ['/openapi.json']

/** Why an address that stands on a page leads nowhere; undefined where it leads somewhere. */
function whyBroken(page: string, address: string): string | undefined {
  if (served.includes(address)) return undefined
  if (/^[a-z]+:|^\//.test(address)) return 'leads out of the reference'
  const [file = '', anchor] = address.split('#')
  const target = file === '' ? page : normalize(join(dirname(page), file))
  if (!existsSync(join(folder, target))) return 'no such file'
  if (anchor !== undefined && !idsOf.get(target)?.includes(anchor)) return 'no such place on the page'
  return undefined
}

describe('the generated reference', () => {
  it('has a page of every kind in every language', () => {
    const names = (language: string): string[] => readdirSync(join(folder, language))
    for (const language of ['fr', 'de', 'es']) expect(names(language)).toEqual(names('en'))
    expect(names('en')).toEqual(expect.arrayContaining(['index.html', 'rights.html', 'edge-box.html']))
  })

  it('has no link, picture, style or place on a page that leads nowhere', () => {
    const addresses = [...pages].flatMap(([page, markup]) =>
      [...markup.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address = '']) => ({ page, address })),
    )
    expect(addresses.length).toBeGreaterThan(pages.size * 40)
    expect(addresses.map(({ page, address }) => [page, address, whyBroken(page, address)]).filter(([, , why]) => why)).toEqual([])
  })

  it('has every page and section that the table of contents names, in every language', () => {
    const toc = JSON.parse(readFileSync(join(root, 'docs', 'generated', 'toc.json'), 'utf8')) as Toc
    for (const { address, sections } of toc.entries) {
      for (const [language, path] of Object.entries(address)) {
        const page = pages.get(path.replace('/docs/', '')) ?? ''
        expect([path, page.includes(`<html lang="${language}">`)]).toEqual([path, true])
        for (const { id } of sections) expect([path, id, page.includes(`<section id="${id}">`)]).toEqual([path, id, true])
      }
    }
  })

  it('speaks the language of the page throughout, unless all meanings of an entity are left to its English schema', () => {
    const keys = Object.keys(tree.locales.texts.en)
    expect(keys).toContain('docs.meaning.partner.name')
    const untranslated = Object.keys(tree.entities).filter((id) => !keys.some((key) => key.startsWith(`docs.meaning.${id}.`)))
    const english = [...pages].filter(([, markup]) => markup.includes('<span lang="en">')).map(([path]) => path)
    expect(english.filter((path) => !untranslated.some((id) => path.endsWith(`/${id}.html`)))).toEqual([])
  })

  it('passes a policy without inline styles and scripts', () => {
    for (const markup of pages.values()) expect(markup).not.toMatch(/<script|<style| style=| on[a-z]+=/)
  })

  it('has every font that its style sheet names', () => {
    const names = [...readFileSync(join(folder, 'style.css'), 'utf8').matchAll(/url\(([^)]+)\)/g)].map(([, name = '']) => name)
    expect(names).toContain('./files/inter-latin-wght-normal.woff2')
    expect(names.filter((name) => !existsSync(join(folder, name)))).toEqual([])
  })

  it('has no two places of one name on a page, and one first heading', () => {
    for (const [page, markup] of pages) {
      const ids = idsOf.get(page) ?? []
      expect([page, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([page, []])
      expect([page, [...markup.matchAll(/<h1>/g)].length]).toEqual([page, 1])
    }
  })
})
