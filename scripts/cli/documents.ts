import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { CommandError } from './command-error.ts'

/** Records of one entity in a file, as they shall be. */
export interface WantedRecords {
  /** For messages: the file, and the document in it if there are several. */
  file: string
  entity: string
  /** Absent: the tenant of the command. */
  tenant?: string
  records: Rec[]
  /** Cells of a spreadsheet that are texts yet; `records` are by column. */
  isSheet?: true
}

const MEMBERS = new Set(['entity', 'tenant', 'records'])
const MAX_BYTES = 64 * 1024 * 1024

/** Reads files and folders; of a folder, the YAML files in it and below, in the order of their names. */
export async function readDocuments(paths: readonly string[]): Promise<WantedRecords[]> {
  const found: WantedRecords[] = []
  for (const file of paths.flatMap(filesAt)) found.push(...(await readYaml(file)))
  if (found.length === 0) throw new CommandError('These files hold no records.')
  return found
}

function filesAt(path: string): string[] {
  if (path === '-') return [path]
  try {
    if (!statSync(path).isDirectory()) return [path]
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ya?ml$/.test(name))
      .toSorted()
      .map((name) => join(path, name))
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** Bytes of a file; `-` is standard input. */
export function bytesOf(file: string): Buffer {
  try {
    const bytes = readFileSync(file === '-' ? 0 : file)
    if (bytes.byteLength > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES / 1024 / 1024} MB`)
    return bytes
  } catch (error) {
    throw unreadable(file, error)
  }
}

function unreadable(file: string, error: unknown): CommandError {
  return new CommandError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
}

async function readYaml(file: string): Promise<WantedRecords[]> {
  const { parseAllDocuments } = await import('yaml')
  const documents = [...parseAllDocuments(bytesOf(file).toString('utf8'))]
  return documents.flatMap((document, index): WantedRecords[] => {
    const place = documents.length === 1 ? file : `${file}, document ${index + 1}`
    const [error] = document.errors
    if (error !== undefined) throw new CommandError(`${place}: ${error.message}`)
    const value: unknown = document.toJS()
    return value === null || value === undefined ? [] : [documentOf(value, place)]
  })
}

function documentOf(value: unknown, file: string): WantedRecords {
  if (!isRecord(value)) throw new CommandError(`${file}: a document is an object with entity and records.`)
  const unknown = Object.keys(value).find((name) => !MEMBERS.has(name))
  if (unknown !== undefined) throw new CommandError(`${file}: unknown member '${unknown}'; a document has entity, tenant and records.`)
  const { entity, tenant, records } = value
  if (typeof entity !== 'string') throw new CommandError(`${file}: entity must name an entity, e.g. site.`)
  if (tenant !== undefined && typeof tenant !== 'string') throw new CommandError(`${file}: tenant must be the identifier of a tenant.`)
  if (!Array.isArray(records) || !records.every(isRecord)) throw new CommandError(`${file}: records must be a list of objects.`)
  return { file, entity, records, ...(tenant !== undefined && { tenant }) }
}

/** Writes records as a YAML document that `plan` and `apply` read. */
export async function yamlOf(entity: string, tenant: string, records: readonly Rec[]): Promise<string> {
  const { stringify } = await import('yaml')
  // A text such as `no` stays a text for readers of YAML 1.1, too.
  return stringify({ entity, tenant, records }, { lineWidth: 0, version: '1.2', compat: 'yaml-1.1', aliasDuplicateObjects: false })
}

function isRecord(value: unknown): value is Rec {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
