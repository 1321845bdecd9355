import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** How source code names locale keys. */
export interface KeyUse {
  /** Keys given to `t` as they are; they must exist. */
  translated: Set<string>
  /** Every text that reads like a key, wherever it stands. */
  mentioned: Set<string>
  /** Keys put together at run time, as patterns. */
  patterns: RegExp[]
}

const folders = ['renderer', 'src', 'server', 'screens', 'schemas', 'scripts']
const dottedKey = /(['"`])([A-Za-z][\w-]*(?:\.[\w-]+)+)\1/g
const translatedKey = /\bt\(\s*'([^']+)'/g
const composedKey = /`([\w.${}?:'"()[\] -]*\$\{[^`]*)`/g

function isSource(path: string): boolean {
  return /\.(ts|tsx|mjs)$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.includes('generated/')
}

/** The source files below the folders that may read texts, by path from the root. */
export function sourceFiles(root: string, below: readonly string[] = folders): string[] {
  return below
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`))
    .filter(isSource)
    .sort()
}

/** `shell.${name}.title` as a pattern; undefined where too little is fixed to tell a key. */
function patternOf(template: string): RegExp | undefined {
  const fixed = template.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
  if (!fixed.some((part) => /[a-z]\.|\.[a-z]/i.test(part)) || fixed.some((part) => /[^\w.-]/.test(part))) return undefined
  return new RegExp(`^${fixed.map((part) => part.replaceAll('.', '\\.')).join('.+')}$`)
}

/** Reads which keys the code below `root` names. */
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
