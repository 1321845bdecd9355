import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The locale keys that occur in source code. */
export interface KeyUse {
  /** Keys passed to `t` as literals; they must exist. */
  translated: Set<string>
  /** Every string literal that looks like a key. */
  mentioned: Set<string>
  /** Keys composed at run time, as patterns. */
  patterns: RegExp[]
}

const folders = ['renderer', 'src', 'server', 'screens', 'schemas', 'scripts']
const dottedKey = /(['"`])([A-Za-z][\w-]*(?:\.[\w-]+)+)\1/g
const translatedKey = /\bt\(\s*'([^']+)'/g
const composedKey = /`([\w.${}?:'"()[\] -]*\$\{[^`]*)`/g

function isSource(path: string): boolean {
  return /\.(ts|tsx|mjs)$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.includes('generated/')
}

/** Paths, relative to `root`, of the source files in the given folders; by default, those whose code may read texts. */
export function sourceFiles(root: string, below: readonly string[] = folders): string[] {
  return below
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`))
    .filter(isSource)
    .sort()
}

/** The pattern of a template like `shell.${name}.title`; undefined if its literal parts are too short to recognize a key. */
function patternOf(template: string): RegExp | undefined {
  const fixed = template.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
  if (!fixed.some((part) => /[a-z]\.|\.[a-z]/i.test(part)) || fixed.some((part) => /[^\w.-]/.test(part))) return undefined
  return new RegExp(`^${fixed.map((part) => part.replaceAll('.', '\\.')).join('.+')}$`)
}

/** Collects the locale keys that occur in the code below `root`. */
export function readKeyUse(root: string): KeyUse {
  const use: KeyUse = { translated: new Set(), mentioned: new Set(), patterns: [] }
  for (const path of sourceFiles(root)) {
    const code = readFileSync(join(root, path), 'utf8')
    for (const match of code.matchAll(dottedKey)) use.mentioned.add(match[2] ?? '')
    for (const match of code.matchAll(translatedKey)) use.translated.add(match[1] ?? '')
    for (const match of code.matchAll(composedKey)) {
      const pattern = patternOf(match[1] ?? '')
      if (pattern) use.patterns.push(pattern)
    }
  }
  return use
}
