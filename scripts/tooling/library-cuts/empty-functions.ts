import { parseAst } from 'vite'

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** Where the body of a function stands. */
type Span = Pick<Node, 'start' | 'end'>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const nameOf = (node: unknown): string | undefined => (isNode(node) && typeof node['name'] === 'string' ? node['name'] : undefined)
const isClass = (node: unknown): boolean => isNode(node) && /^Class(?:Declaration|Expression)$/.test(node.type)

/** The block of a function, or of one that is handed to a function at once, as in `memo(function …)`. */
function blockOf(value: unknown): Node | undefined {
  if (!isNode(value)) return undefined
  if (value.type === 'CallExpression') return blockOf((value['arguments'] as unknown[])[0])
  const body = /Function/.test(value.type) ? value['body'] : undefined
  return isNode(body) && body.type === 'BlockStatement' ? body : undefined
}

/** What a node gives a name to: by what name, and where the function or the class stands. */
function namedBy(node: Node, owner: string | undefined): [name: string | undefined, value: unknown] {
  if (node.type === 'VariableDeclarator') return [nameOf(node['id']), node['init']]
  if (node.type !== 'MethodDefinition' && node.type !== 'PropertyDefinition') return [nameOf(node['id']), node]
  return [owner === undefined ? undefined : `${owner}.${nameOf(node['key'])}`, node['value']]
}

/** The functions with a name of their own, by that name, methods by `Class.name`. */
function functionsOf(code: string): Map<string, Span[]> {
  const found = new Map<string, Span[]>()
  const visit = (node: unknown, owner: string | undefined): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, owner)
    if (!isNode(node)) return
    const [name, value] = namedBy(node, owner)
    const block = blockOf(value)
    if (name !== undefined && block) found.set(name, [...(found.get(name) ?? []), block])
    const within = name !== undefined && isClass(value) ? name : owner
    for (const each of Object.values(node)) visit(each, within)
  }
  visit(parseAst(code), undefined)
  return found
}

/** Every method of a class; a getter and a setter may share a name. */
function methodsIn(functions: ReadonlyMap<string, Span[]>, file: string, owner: string): Span[] {
  const spans = [...functions].flatMap(([name, each]) => (name.startsWith(owner) ? each : []))
  if (spans.length === 0) throw new Error(`${file} has no class of the name in ${owner}*`)
  return spans
}

/** Empties functions of a file; throws where it does not have one of them, or has it twice. */
export function emptyFunctions(code: string, file: string, names: readonly string[]): string {
  const functions = functionsOf(code)
  const spans = names.flatMap((name) => {
    if (name.endsWith('.*')) return methodsIn(functions, file, name.slice(0, -1))
    const [span, ...more] = functions.get(name) ?? []
    if (!span || more.length > 0) throw new Error(`${file} has ${span ? more.length + 1 : 0} times, not once: the function ${name}`)
    return [span]
  })
  return spans
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end }) => `${rest.slice(0, start)}{ throw Error("not part of this build") }${rest.slice(end)}`, code)
}
