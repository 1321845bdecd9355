import { join, resolve } from 'node:path'
import type { SourceFile } from 'typescript/unstable/ast'
import { API, SymbolFlags, type Checker, type Symbol, type Type } from 'typescript/unstable/sync'

/** Types of some source files, as the TypeScript compiler sees them. */
export interface Types {
  checker: Checker
  /** An exported interface or type. Throws if there is none of that name. */
  exported: (file: string, name: string) => Type
}

const root = resolve(import.meta.dirname, '..', '..', '..')

/** Hands the types of the given source files (paths from the root) to `work`: those of the code that runs, also when another tree is read. */
export function withTypes<T>(files: readonly string[], work: (types: Types) => T): T {
  // Only these files and what they import: in a tenth of the time of the whole project.
  const project = join(root, 'tsconfig.some-files.json')
  const settings = { extends: './tsconfig.json', compilerOptions: { types: [], lib: ['ES2023'] }, include: [], files }
  const api = new API({
    cwd: root,
    fs: {
      readFile: (path) => (path === project ? JSON.stringify(settings) : undefined),
      fileExists: (path) => (path === project ? true : undefined),
    },
  })
  try {
    const opened = api.updateSnapshot({ openProjects: [project] }).getProject(project)
    if (!opened) throw new Error(`TypeScript does not open ${files.join(', ')}`)
    const { checker, program } = opened
    return work({
      checker,
      exported: (file, name) => exportedType({ checker, module: program.getSourceFile(join(root, file)), name, file }),
    })
  } finally {
    api.close()
  }
}

interface Wanted {
  checker: Checker
  module: SourceFile | undefined
  name: string
  file: string
}

function exportedType({ checker, module, name, file }: Wanted): Type {
  const symbol = module && checker.getSymbolAtLocation(module)
  const found = symbol && checker.getExportsOfModule(symbol).find((one) => one.name === name)
  if (!found) throw new Error(`${file} exports no ${name}`)
  return checker.getDeclaredTypeOfSymbol(found)
}

/** The alternatives of a type, without `undefined`. */
export function alternativesOf(type: Type): readonly Type[] {
  const parts = type.isUnionType() ? (type.getTypes() ?? []) : [type]
  return parts.filter((part) => !(part.isIntrinsicType() && part.intrinsicName === 'undefined'))
}

/** The elements of a list or tuple; undefined for other types. */
export function elementOf({ checker }: Types, type: Type): Type | undefined {
  return (checker.isArrayType(type) || checker.isTupleType(type)) && type.isTypeReference() ? checker.getTypeArguments(type)[0] : undefined
}

/** Types of the values of an object with free keys. */
export function valueOf({ checker }: Types, type: Type): Type | undefined {
  return type.isObjectType() ? checker.getIndexInfosOfType(type)[0]?.valueType : undefined
}

/** Whether a property may be absent. */
export const isOptional = ({ flags }: Symbol): boolean => (flags & SymbolFlags.Optional) !== 0

/** The sentences above a property, its default included, or else those above its type or that of its elements; empty if there are none. */
export function documentationOf(types: Types, property: Symbol): string {
  const { checker } = types
  const ofProperty = [
    property.getDocumentationComment(checker),
    ...property.getJsDocTags(checker).flatMap(({ name, text = '' }) => (name === 'default' ? [`Default: ${text}.`] : [])),
  ]
  const own = inOneLine(ofProperty.join(' '))
  if (own !== '') return own
  const type = checker.getTypeOfSymbol(property)
  const [only, ...others] = type ? alternativesOf(type) : []
  if (!only || others.length > 0) return ''
  const named = elementOf(types, only) ?? valueOf(types, only) ?? only
  const symbol = named.getAliasSymbol() ?? named.getSymbol()
  return symbol && !ofTheLanguage.has(symbol.name) ? inOneLine(symbol.getDocumentationComment(checker)) : ''
}

/** Types of the language, whose documentation says nothing of a property. */
const ofTheLanguage = new Set(['Array', 'Omit', 'Partial', 'Pick', 'Readonly', 'ReadonlyArray', 'Record'])

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
