import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '../../schemas/finding.ts'

const FOLDERS = ['renderer', 'schemas', 'screens', 'scripts', 'server', 'src', 'tests']
const SOURCE = /\.(?:ts|tsx|mts|mjs)$/
/** Tests and what they need give parts of a thing for the whole of it. */
const OF_TESTS = /^tests\/|\.(?:test|fixture)\.tsx?$/

const DIRECTIVE = /\b(?:ox|es)lint-disable/
const REASON = / -- \S/
/** A cast that no two types forbid. */
const CAST = /\bas (?:unknown as|never)\b/
const COMMENT = /^\s*(?:\/\/|\/?\*)|\s\/\/ /

/** Checks that what silences the linter or the compiler says why: a directive behind ` -- `, a cast through `unknown` or `never` in a comment beside or above it. */
export function checkSuppressions(sources: ReadonlyMap<string, string>): Finding[] {
  return [...sources].flatMap(([file, source]) => {
    const lines = source.split('\n')
    return lines.flatMap((line, index): Finding[] => {
      const where = `${file}:${index + 1}`
      const code = line.replace(/(?:^|\s)(?:\/\/ |\/?\*).*$/, '')
      if (DIRECTIVE.test(line) && !DIRECTIVE.test(code) && !REASON.test(line))
        return [{ id: 'suppression.reason', where, message: 'The rule is switched off without a reason; write it behind " -- ".' }]
      const isExplained = lines.slice(Math.max(index - 2, 0), index + 1).some((near) => COMMENT.test(near))
      if (CAST.test(code) && !isExplained && !OF_TESTS.test(file))
        return [
          { id: 'suppression.cast', where, message: 'The type is overruled without a reason; write a comment above, or cast without it.' },
        ]
      return []
    })
  })
}

/** Source files by path; generated ones are not written by hand. */
export function readSources(root: string): Map<string, string> {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  const wanted = files.filter((file) => SOURCE.test(file) && !file.startsWith('schemas/generated/') && !file.includes('node_modules/'))
  return new Map(wanted.toSorted().map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}
