import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** A place in the source that declares that a test proves a fact: a tag of the test, or a case in its table. */
export interface Proof {
  fact: string
  /** Path relative to the root. */
  file: string
  line: number
  /** The test file that runs it: `file`, if that is a test file. */
  test: string
  /** Titles of the groups, title of the test, and label of the case; `…` replaces text that is only known at run time. */
  names: readonly string[]
  /** Titles of the groups and of the test that have the tag; none for a case in a table outside the test. */
  titles: readonly string[]
  /** Whether only `npm run test:exhaustive` runs it. */
  isExhaustive: boolean
}

/** A node of the syntax tree; only the fields used here are typed. */
interface SyntaxNode {
  type: string
  start: number
  [field: string]: unknown
}

const folders = ['schemas', 'screens', 'renderer', 'src', 'server', 'scripts', 'tests']
const testFile = /\.(?:test|e2e)\.tsx?$/
/** Files with tables of cases, and the test that runs them. */
const tables: readonly (readonly [files: RegExp, test: string])[] = [
  [/^schemas\/entities\/.*\.samples\.json$/, 'schemas/rules/every-rule.test.ts'],
  [/^tests\/support\/edge-box\/.*\.ts$/, 'tests/api/edge-boxes/edge-box-rules.test.ts'],
  [/^tests\/support\/service\/ordinary-users\.ts$/, 'tests/exhaustive/databases/every-user.test.ts'],
  [/^tests\/conformance\/calls\/.*\.ts$/, 'tests/conformance/calls.test.ts'],
]
/** Tests of this folder, whose tags are examples. */
const ownTests = ['scripts/proofs/proofs.test.ts', 'scripts/proofs/red/red.test.ts']
const identifier = /^[A-Z]\d?-\d+\.\d+$/
/** Properties that contain identifiers; their names are not part of a label. */
const factProperties = ['tags', 'facts', 'fact']
/** Properties that label a case. */
const labelProperties = ['about', 'name', 'path']

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
}

/** The function at the root of a call: `it` of `it.each(rows)('…')`. */
function rootName(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'Identifier') return String(node['name'])
  return rootName(node['object'] ?? node['callee'] ?? node['tag'])
}

/** The text of an expression; `…` replaces parts that are only known at run time. */
function textOf(node: unknown): string {
  if (!isNode(node)) return '…'
  if (node.type === 'Identifier' && node['computed'] !== true) return String(node['name'])
  if (node.type === 'Literal') return String(node['value'])
  if (node.type !== 'TemplateLiteral') return '…'
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
}

const stringOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined

/** The label of a case, which is a row (an array) or an object. */
function labelOf(node: SyntaxNode): string[] {
  if (node.type === 'ArrayExpression') {
    const texts = (node['elements'] as unknown[]).map(stringOf).filter((text) => text !== undefined && !identifier.test(text))
    return [texts.slice(0, 2).join(', ')]
  }
  if (node.type !== 'ObjectExpression') return []
  const own = (node['properties'] as SyntaxNode[]).find(({ key }) => labelProperties.includes(textOf(key)))
  return [stringOf(own?.['value']) ?? '']
}

/** The representatives that the calls of `inExtent` in a file name: the cases that `npm test` runs. */
function representativesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(representativesIn)
  if (!isNode(node)) return []
  const below = Object.values(node).flatMap((value) => (typeof value === 'object' ? representativesIn(value) : []))
  if (node.type !== 'CallExpression' || rootName(node['callee']) !== 'inExtent') return below
  const names = (node['arguments'] as SyntaxNode[])[2]
  const texts = names?.type === 'ArrayExpression' ? (names['elements'] as unknown[]).map(stringOf) : [undefined]
  if (texts.includes(undefined)) throw new Error('inExtent needs its representatives as literals')
  return [...texts.filter((text) => text !== undefined), ...below]
}

/** The context of a node: the titles of its groups and test, and the labels of its case. */
interface Context {
  titles: readonly string[]
  row: readonly string[]
}

/** The context of the children of a node. */
function contextIn(node: SyntaxNode, { titles, row }: Context): Context {
  const [title, ...rest] = (node['arguments'] ?? []) as unknown[]
  if (node.type === 'CallExpression' && ['describe', 'it', 'test', 'eachCase'].includes(rootName(node['callee'])) && rest.length > 0)
    return { titles: [...titles, textOf(title).replaceAll(/%[sdifjo#]|\$[\w.]+/g, '…')], row }
  const label = node.type === 'Property' ? [textOf(node['key'])] : labelOf(node)
  return { titles, row: [...row, ...label.filter((text) => text !== '' && !factProperties.includes(text))] }
}

/** Calls `onFact` for every identifier of a fact below a node, with its context. */
function visit(node: unknown, context: Context, onFact: (fact: SyntaxNode, context: Context) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, context, onFact)
  if (!isNode(node)) return
  if (identifier.test(stringOf(node) ?? '')) return onFact(node, context)
  const inner = contextIn(node, context)
  for (const value of Object.values(node)) if (typeof value === 'object') visit(value, inner, onFact)
}

/** The proofs in a file, in the order of the file. */
export function proofsIn(file: string, source: string): Proof[] {
  const isJson = file.endsWith('.json')
  const { program } = parseSync(isJson ? `${file}.ts` : file, isJson ? `(${source})` : source)
  const representatives = representativesIn(program)
  const test = tables.find(([files]) => files.test(file))?.[1] ?? file
  const stem = (file.split('/').at(-1) ?? file).replace(/\.(?:test|e2e|samples)?\.?\w+$/, '')
  const proofs: Proof[] = []
  visit(program, { titles: [], row: [] }, ({ value, start }, { titles, row }) => {
    const isTable = titles.length === 0
    // In a suite with representatives, a table lists facts by case; a tag of a test applies to all cases.
    const isNotRepresentative = isTable && representatives.length > 0 && !row.some((text) => representatives.includes(text))
    proofs.push({
      fact: String(value),
      file,
      line: source.slice(0, start).split('\n').length,
      test,
      names: isTable ? [stem, ...row] : [...titles, ...row],
      titles,
      isExhaustive: isNotRepresentative || test.startsWith('tests/exhaustive/'),
    })
  })
  return proofs
}

/** The proofs in the whole source tree, read without running tests. */
export function loadProofs(root: string): Proof[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`))
    .filter((path) => testFile.test(path) || tables.some(([files]) => files.test(path)))
    .filter((path) => !ownTests.includes(path))
    .toSorted()
    .flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8')
      return /[A-Z]\d?-\d+\.\d+|inExtent/.test(source) ? proofsIn(path, source) : []
    })
}
