import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** A place that says that a test proves a fact: a tag of the test, or a case in the table of a test. */
export interface Proof {
  fact: string
  /** Path below the root, and line. */
  file: string
  line: number
  /** The test file that runs it: `file`, if that is one. */
  test: string
  /** Groups and title of the test, and what tells a case apart; `…` stands for what only a run knows. */
  names: readonly string[]
  /** Titles of the groups and of the test that the tag stands in; none for a case of a table that stands outside of its test. */
  titles: readonly string[]
  /** Whether only `npm run test:exhaustive` runs it. */
  isExhaustive: boolean
}

/** A node of the syntax tree, of which only the fields used here are known. */
interface SyntaxNode {
  type: string
  start: number
  [field: string]: unknown
}

const folders = ['schemas', 'screens', 'renderer', 'src', 'server', 'scripts', 'tests']
const testFile = /\.(?:test|e2e)\.tsx?$/
/** Tables of cases that stand outside of their test. */
const tables: readonly (readonly [files: RegExp, test: string])[] = [
  [/^schemas\/entities\/.*\.samples\.json$/, 'schemas/rules/every-rule.test.ts'],
  [/^tests\/support\/edge-box\/.*\.ts$/, 'tests/api/edge-boxes/edge-box-rules.test.ts'],
  [/^tests\/support\/service\/ordinary-users\.ts$/, 'tests/exhaustive/every-user.test.ts'],
]
const identifier = /^[A-Z]\d?-\d+\.\d+$/
/** Properties that hold identifiers; their names tell nothing. */
const holders = ['tags', 'facts', 'fact']
/** Properties by which a case tells what it is. */
const labels = ['about', 'name', 'path']

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
}

/** The function at the root of a call: `it` of `it.each(rows)('…')`. */
function rootName(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'Identifier') return String(node['name'])
  return rootName(node['object'] ?? node['callee'] ?? node['tag'])
}

/** The text of an expression; parts that only a run knows are `…`. */
function textOf(node: unknown): string {
  if (!isNode(node)) return '…'
  if (node.type === 'Identifier' && node['computed'] !== true) return String(node['name'])
  if (node.type === 'Literal') return String(node['value'])
  if (node.type !== 'TemplateLiteral') return '…'
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
}

const stringOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined

/** What tells the case apart whose row or object this is. */
function labelOf(node: SyntaxNode): string[] {
  if (node.type === 'ArrayExpression') {
    const texts = (node['elements'] as unknown[]).map(stringOf).filter((text) => text !== undefined && !identifier.test(text))
    return [texts.slice(0, 2).join(', ')]
  }
  if (node.type !== 'ObjectExpression') return []
  const own = (node['properties'] as SyntaxNode[]).find(({ key }) => labels.includes(textOf(key)))
  return [stringOf(own?.['value']) ?? '']
}

/** The representatives of the suites of a file that have two extents. */
function representativesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(representativesIn)
  if (!isNode(node)) return []
  const below = Object.values(node).flatMap((value) => (typeof value === 'object' ? representativesIn(value) : []))
  if (node.type !== 'CallExpression' || rootName(node['callee']) !== 'inExtent') return below
  const names = (node['arguments'] as SyntaxNode[])[2]
  const texts = names?.type === 'ArrayExpression' ? (names['elements'] as unknown[]).map(stringOf) : [undefined]
  if (texts.includes(undefined)) throw new Error('inExtent in a suite takes its representatives as literals')
  return [...texts.filter((text) => text !== undefined), ...below]
}

/** What stands around a node: titles of groups and tests, and what tells the case of a table apart. */
interface Around {
  titles: readonly string[]
  row: readonly string[]
}

/** What stands around the nodes below one. */
function aroundIn(node: SyntaxNode, { titles, row }: Around): Around {
  const [title, ...rest] = (node['arguments'] ?? []) as unknown[]
  if (node.type === 'CallExpression' && ['describe', 'it', 'test', 'eachCase'].includes(rootName(node['callee'])) && rest.length > 0)
    return { titles: [...titles, textOf(title).replaceAll(/%[sdifjo#]|\$[\w.]+/g, '…')], row }
  const label = node.type === 'Property' ? [textOf(node['key'])] : labelOf(node)
  return { titles, row: [...row, ...label.filter((text) => text !== '' && !holders.includes(text))] }
}

/** Visits every node below one, with what stands around it. */
function visit(node: unknown, around: Around, found: (fact: SyntaxNode, around: Around) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, around, found)
  if (!isNode(node)) return
  if (identifier.test(stringOf(node) ?? '')) return found(node, around)
  const inner = aroundIn(node, around)
  for (const value of Object.values(node)) if (typeof value === 'object') visit(value, inner, found)
}

/** The proofs that one file holds, in its order. */
export function proofsIn(file: string, source: string): Proof[] {
  const isJson = file.endsWith('.json')
  const { program } = parseSync(isJson ? `${file}.ts` : file, isJson ? `(${source})` : source)
  const representatives = representativesIn(program)
  const test = tables.find(([files]) => files.test(file))?.[1] ?? file
  const stem = (file.split('/').at(-1) ?? file).replace(/\.(?:test|e2e|samples)?\.?\w+$/, '')
  const proofs: Proof[] = []
  visit(program, { titles: [], row: [] }, ({ value, start }, { titles, row }) => {
    const isTable = titles.length === 0
    // The table of a suite with two extents names its cases; a tag of one of its tests holds for every case.
    const isRare = isTable && representatives.length > 0 && !row.some((text) => representatives.includes(text))
    proofs.push({
      fact: String(value),
      file,
      line: source.slice(0, start).split('\n').length,
      test,
      names: isTable ? [stem, ...row] : [...titles, ...row],
      titles,
      isExhaustive: isRare || test.startsWith('tests/exhaustive/'),
    })
  })
  return proofs
}

/** The proofs of the whole tree, read from its files without a run. */
export function loadProofs(root: string): Proof[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`))
    .filter((path) => testFile.test(path) || tables.some(([files]) => files.test(path)))
    .filter((path) => path !== 'scripts/proofs/proofs.test.ts')
    .toSorted()
    .flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8')
      return /[A-Z]\d?-\d+\.\d+|inExtent/.test(source) ? proofsIn(path, source) : []
    })
}
