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
}

/** A node of the syntax tree, of which only the fields used here are known. */
interface SyntaxNode {
  type: string
  [field: string]: unknown
}

const folders = ['schemas', 'screens', 'renderer', 'src', 'server', 'scripts', 'tests']
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

function titlesOf(callee: unknown, title: unknown): string[] {
  const texts = textsOf(title)
  return isForEach(callee) ? texts.map(withoutPlaces) : texts
}

/** Visits every node below one, with the titles of the groups around it. */
function visit(node: unknown, around: readonly string[], found: (titles: string[]) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, around, found)
  if (!isNode(node)) return
  const name = node.type === 'CallExpression' ? rootName(node['callee']) : ''
  const [title, ...rest] = (node['arguments'] ?? []) as unknown[]
  if (['describe', 'it', 'test'].includes(name) && rest.length > 0) {
    for (const text of titlesOf(node['callee'], title)) {
      if (name === 'describe') visit(rest, [...around, text], found)
      else found([...around, text])
    }
    return
  }
  for (const value of Object.values(node)) if (typeof value === 'object') visit(value, around, found)
}

/** The tests that one file names, in its order. */
export function namesIn(file: string, source: string): TestName[] {
  const stem = (file.split('/').at(-1) ?? file).replace(ending, '')
  const names: TestName[] = []
  const { program } = parseSync(file, source)
  visit(program, [], (titles) => names.push({ file, titles: [stem, ...titles] }))
  return names
}

/** The tests of the whole tree, read from their files without running them. */
export function testNames(root: string): TestName[] {
  return testFiles(root).flatMap((file) => namesIn(file, readFileSync(join(root, file), 'utf8')))
}
