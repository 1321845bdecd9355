import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** Stands in a name for what is only known when the tests run: any text. */
export const anything = '*'

/** A test as its file names it: the file without its ending, the groups, the test; parts that only a run knows are `anything`. */
export interface TestName {
  /** Path below the root. */
  file: string
  titles: string[]
  /** Whether only `npm run test:exhaustive` runs it. */
  isExhaustive: boolean
}

/** A title that a call can have in a run. */
interface Title {
  text: string
  /** Whether it stands for cases that the short extent leaves out. */
  isExhaustive: boolean
}

/** A node of the syntax tree, of which only the fields used here are known. */
interface SyntaxNode {
  type: string
  [field: string]: unknown
}

const folders = ['schemas', 'screens', 'renderer', 'src', 'server', 'scripts', 'tests']
/** Files that are exhaustive altogether. */
const exhaustiveFolder = 'tests/exhaustive/'
const ending = /\.(?:test|e2e)\.tsx?$/

/** Every test file below the root, by its path. */
function testFiles(root: string): string[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
    .filter((path) => ending.test(path))
    .sort()
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
}

/** The function at the root of a call: `it` of `it.each(rows)('…')`. */
function rootName(callee: unknown): string {
  if (!isNode(callee)) return ''
  if (callee.type === 'Identifier') return String(callee['name'])
  if (callee.type === 'MemberExpression') return rootName(callee['object'])
  if (callee.type === 'CallExpression') return rootName(callee['callee'])
  if (callee.type === 'TaggedTemplateExpression') return rootName(callee['tag'])
  return ''
}

/** Whether the titles of a call are made for each of several rows. */
function isForEach(callee: unknown): boolean {
  return isNode(callee) && (callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression')
}

/** The texts that an expression can become; every part that only a run knows is `anything`. */
function textsOf(node: unknown): string[] {
  if (!isNode(node)) return [anything]
  if (node.type === 'Literal' && typeof node['value'] === 'string') return [node['value']]
  if (node.type === 'ConditionalExpression') return [...textsOf(node['consequent']), ...textsOf(node['alternate'])]
  if (node.type === 'BinaryExpression') return textsOf(node['left']).flatMap((left) => textsOf(node['right']).map((right) => left + right))
  if (node.type !== 'TemplateLiteral') return [anything]
  const quasis = node['quasis'] as { value: { cooked: string } }[]
  const holes = node['expressions'] as unknown[]
  return quasis.reduce(
    (texts, quasi, index) => {
      const after = index < holes.length ? textsOf(holes[index]) : ['']
      return texts.flatMap((text) => after.map((end) => text + quasi.value.cooked + end))
    },
    [''],
  )
}

/** Titles of rows: `%s`, `$name` and their like are filled in by the run. */
function withoutPlaces(title: string): string {
  return title.replaceAll(/%[sdifjo#]|\$[\w.]+/g, anything).replaceAll('%%', '%')
}

/** The call of `inExtent` in `describe.each(inExtent(cases, key, representatives))`: its key and representatives. */
function extentOf(callee: unknown): { key: string; representatives: string[] } | undefined {
  if (!isNode(callee) || callee.type !== 'CallExpression') return undefined
  const [cases] = callee['arguments'] as unknown[]
  if (!isNode(cases) || cases.type !== 'CallExpression' || rootName(cases['callee']) !== 'inExtent') return undefined
  const [, key, names] = cases['arguments'] as unknown[]
  const elements = isNode(names) && names.type === 'ArrayExpression' ? (names['elements'] as unknown[]) : [undefined]
  const [keyText = anything] = textsOf(key)
  const representatives = elements.flatMap(textsOf)
  if ([keyText, ...representatives].includes(anything)) throw new Error('inExtent in a suite takes its key and its names as literals')
  return { key: keyText, representatives }
}

function titlesOf(callee: unknown, title: unknown): Title[] {
  const texts = textsOf(title)
  const extent = extentOf(callee)
  return texts.flatMap((text) => {
    const pattern = { text: isForEach(callee) ? withoutPlaces(text) : text, isExhaustive: extent !== undefined }
    if (!extent) return [pattern]
    const { key, representatives } = extent
    const place = new RegExp(String.raw`\$${key}\b`)
    if (!place.test(text)) throw new Error(`"${text}" does not say which case it is of: $${key}`)
    // A run puts texts into titles with quotes around them.
    const filled = representatives.map((name) => withoutPlaces(text.replace(place, () => `'${name}'`)))
    return [...filled.map((one) => ({ text: one, isExhaustive: false })), pattern]
  })
}

/** Visits every node below one, with the titles of the groups around it. */
function visit(node: unknown, around: readonly Title[], found: (titles: readonly Title[]) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, around, found)
  if (!isNode(node)) return
  const name = node.type === 'CallExpression' ? rootName(node['callee']) : ''
  const [title, ...rest] = (node['arguments'] ?? []) as unknown[]
  if (['describe', 'it', 'test'].includes(name) && rest.length > 0) {
    for (const one of titlesOf(node['callee'], title)) {
      if (name === 'describe') visit(rest, [...around, one], found)
      else found([...around, one])
    }
    return
  }
  for (const value of Object.values(node)) if (typeof value === 'object') visit(value, around, found)
}

/** The tests that one file names, in its order. */
export function namesIn(file: string, source: string): TestName[] {
  const stem = (file.split('/').at(-1) ?? file).replace(ending, '')
  const isWhole = file.startsWith(exhaustiveFolder)
  const names: TestName[] = []
  const { program } = parseSync(file, source)
  visit(program, [], (titles) => {
    const isExhaustive = isWhole || titles.some((title) => title.isExhaustive)
    names.push({ file, titles: [stem, ...titles.map(({ text }) => text)], isExhaustive })
  })
  return names
}

/** The tests of the whole tree, read from their files without running them. */
export function testNames(root: string): TestName[] {
  return testFiles(root).flatMap((file) => namesIn(file, readFileSync(join(root, file), 'utf8')))
}
