import { Cache } from '../../cache/cache.ts'

/** The name of a table or function, perhaps in quotation marks and with its schema: `entity."edge-box"`. */
const NAME = String.raw`((?:"[^"]+"|[a-z_]\w*)(?:\.(?:"[^"]+"|\w+))*)`
const WRITE = new RegExp(
  String.raw`\b(insert)\s+into\s+${NAME}|(?<!\bfor\s|\bdo\s|\bno\s+key\s)\b(update)\s+(?:only\s+)?${NAME}|\b(delete)\s+from\s+${NAME}`,
  'i',
)
/** Not `extract(epoch from …)` and `is distinct from …`, which name no table. */
const READ = new RegExp(String.raw`(?<!\bextract\s*\(\s*\w+\s+|\bdistinct\s+)\b(?:from|join)\s+(?:only\s+)?(?!lateral\b)${NAME}`, 'gi')
const COMMON_TABLE = /(?:\bwith(?:\s+recursive)?|,)\s+("?\w+"?)\s*(?:\([^()]*\)\s*)?as\s+(?:not\s+)?(?:materialized\s+)?\(/gi
const CONTROL = /^\s*(begin|commit|rollback|set|explain|create|alter|drop|grant|revoke|comment|do|lock)\b/i

const kept = new Cache<string>('statement_names')

/** Names a statement by what it does and the first table or function it names, `select customer`: few names, and no value in any. */
export function statementName(text: string): string {
  const known = kept.get(text)
  if (known !== undefined) return known
  const name = controlName(text)
  kept.set(text, name)
  return name
}

/** The same without remembering the text, for statements with values in it. Those that control transactions or define something are named by their verb. */
export function controlName(text: string): string {
  return CONTROL.exec(text)?.[1]?.toLowerCase() ?? derive(text)
}

function derive(text: string): string {
  const written = WRITE.exec(text)
  if (written) {
    const [, insert, into, update, updated, remove, from] = written
    return `${(insert ?? update ?? remove ?? '').toLowerCase()} ${tableOf(into ?? updated ?? from ?? '')}`
  }
  const common = new Set(namesIn(text, COMMON_TABLE))
  const read = namesIn(text, READ)
  const name = read.find((one) => !common.has(one)) ?? read[0]
  return name === undefined ? 'select' : `select ${name}`
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => tableOf(name))
}

/** Without its schema and quotation marks. */
function tableOf(name: string): string {
  return name.replaceAll('"', '').split('.').at(-1) ?? ''
}
