import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { at, ROOT } from '../tooling/paths.mjs'
import { run } from '../tooling/run.mjs'

/** A `package-lock.json`, as far as it is checked. */
interface Lock {
  packages: Record<string, { version?: string; integrity?: string; license?: string; link?: boolean }>
}

/** Of the product, which is handed on, and of an application that it is compared with. */
const LOCKS = [
  { file: at('package-lock.json'), isOurs: true },
  { file: at('tests', 'bench', 'peer', 'app', 'package-lock.json'), isOurs: false },
]

/** Licences under which the product may be handed on with the package in it, all of them without conditions on its own code. */
const LICENCES = new Set([
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
])

/** What is wrong with the packages of a lock file: those that nothing proves to be the published ones, and licences that nobody has looked at. */
export function lockFindings({ packages }: Lock, isOurs = true): string[] {
  return Object.entries(packages).flatMap(([path, { version, integrity, license, link }]) => {
    if (path === '' || link === true) return []
    const name = `${path.replace(/^.*node_modules\//, '')} ${version ?? ''}`
    return [
      ...(integrity === undefined ? [`${name} has no integrity hash.`] : []),
      ...(isOurs && (license === undefined || !LICENCES.has(license))
        ? [`${name} is under ${license ?? 'no licence that it names'}.`]
        : []),
    ]
  })
}

/** What `npm audit --json` found, and whether somebody must act on it; `undefined` where the registry answers no audits. */
export function auditFindings(output: string): { sentence: string; isSerious: boolean } | undefined {
  const start = output.indexOf('{')
  const parsed = (start < 0 ? {} : JSON.parse(output.slice(start, output.lastIndexOf('}') + 1))) as {
    metadata?: { vulnerabilities?: Record<string, number> }
  }
  const counts = parsed.metadata?.vulnerabilities
  if (counts === undefined) return undefined
  const found = Object.entries(counts).filter(([level, count]) => level !== 'total' && count > 0)
  const isSerious = found.some(([level]) => level === 'high' || level === 'critical')
  const sentence = found.length === 0 ? 'no known vulnerability' : found.map(([level, count]) => `${count} ${level}`).join(', ')
  return { sentence, isSerious }
}

/** Checks the lock files and asks the registry for known vulnerabilities; answers whether nothing was found that somebody must act on. */
export async function checkPackages(): Promise<boolean> {
  const findings = LOCKS.flatMap(({ file, isOurs }) =>
    lockFindings(JSON.parse(readFileSync(file, 'utf8')) as Lock, isOurs).map((finding) => `${relative(ROOT, file)}: ${finding}`),
  )
  const { output } = await run('npm', ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=10000'], { quiet: true })
  const audit = auditFindings(output)
  for (const finding of findings) process.stdout.write(`${finding}\n`)
  process.stdout.write(`npm audit: ${audit?.sentence ?? 'the registry answers no audits, so nothing was audited'}\n`)
  return findings.length === 0 && audit?.isSerious !== true
}
