import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { createClient, type Client, type StoredRecord } from './client.ts'
import { CommandError, exitStatus } from './command-error.ts'
import { readDocuments, yamlOf } from './documents.ts'
import { entityNamed, keyBeside, keyFormOf, keyOf, writablePart, type Entity } from './entity.ts'
import type { Surroundings } from './main.ts'
import { planItems, planOf, type PlannedItem, type WantedEntity } from './make-plan.ts'
import type { ReferenceNames } from './sheets.ts'
import { changeCount, differenceText, refusalText } from './print-plan.ts'

const OPTIONS = {
  tenant: { type: 'string' },
  url: { type: 'string' },
  filter: { type: 'string' },
  output: { type: 'string', short: 'o' },
  file: { type: 'string', short: 'f', multiple: true },
  prune: { type: 'boolean' },
  'with-ids': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  'token-file': { type: 'string' },
} as const

type Options = ReturnType<typeof parsed>['values']

interface Run extends Surroundings {
  client: Client
  /** Identifier of the tenant, unless each file names one. */
  tenant: string | undefined
  options: Options
}

type Command = (run: Run, operands: readonly string[]) => Promise<number>

const commands: Readonly<Record<string, Command>> = {
  get: (run, operands) => show(run, operands),
  export: (run, operands) => show(run, operands.slice(0, 1)),
  plan: (run) => changeByFiles(run, { isTrial: true }),
  apply: (run) => changeByFiles(run, { isTrial: false }),
  import: (run, operands) => importSheet(run, operands),
}

/** Runs a command with its arguments; answers its exit status. */
export async function runCommand(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { values: options, positionals } = parsed(args)
  const [name = '', ...operands] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new CommandError(`There is no command '${name}'; --help lists them.`)
  const { env } = surroundings
  const url = (options.url ?? env['SDWAN_URL'] ?? env['PUBLIC_URL'] ?? 'http://localhost:8080').replace(/\/+$/, '')
  const client = createClient({ url, token: tokenOf(options, env) })
  return command({ ...surroundings, client, options, tenant: options.tenant ?? env['SDWAN_TENANT'] }, operands)
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error))
  }
}

/** A token is no argument: those are shown to everybody on the machine. */
function tokenOf(options: Options, env: Surroundings['env']): string {
  const file = options['token-file']
  const token = (file === undefined ? env['SDWAN_TOKEN'] : readFileSync(file, 'utf8'))?.trim()
  if (token === undefined || token === '')
    throw new CommandError('Set SDWAN_TOKEN to an API token, or name a file that holds one: --token-file.', exitStatus.denied)
  return token
}

function tenantOf({ tenant }: Run): string {
  if (tenant === undefined || tenant === '') throw new CommandError('Name a tenant: --tenant <oid>, or SDWAN_TENANT.')
  return tenant
}

async function show(run: Run, [name, label]: readonly string[]): Promise<number> {
  if (name === undefined) throw new CommandError('Name an entity, e.g. site.')
  const { client, options, write, tell } = run
  const entity = await entityNamed(name)
  const tenant = tenantOf(run)
  const found = await client.list(entity, tenant, options.filter)
  const records = label === undefined ? found : found.filter((record) => record.oid === label || record[entity.meta.label] === label)
  if (label !== undefined && records.length === 0)
    throw new CommandError(`There is no ${entity.name} '${label}' in this tenant.`, exitStatus.refused)
  const text = await textOf(entity, records, { client, tenant, form: options.output ?? 'yaml', withIds: options['with-ids'] === true })
  const [file] = options.file ?? []
  if (file === undefined) write(text)
  else {
    writeFileSync(file, text)
    tell(`${records.length} records in ${file}\n`)
  }
  return exitStatus.done
}

async function textOf(
  entity: Entity,
  records: readonly StoredRecord[],
  { client, tenant, form, withIds }: { client: Client; tenant: string; form: string; withIds: boolean },
): Promise<string> {
  if (form === 'json') return `${JSON.stringify(records, null, 2)}\n`
  if (form === 'csv') {
    const { columnsOf, csvOf } = await import('./sheets.ts')
    return csvOf(await columnsOf(entity), records, referenceNames(client, tenant))
  }
  if (form !== 'yaml') throw new CommandError(`There is no form '${form}': yaml, csv or json.`)
  const at = { oid: tenant }
  const parts = records.map((record) => {
    const { oid: _, ...part } = writablePart(entity.schema, record)
    return { ...keyBeside(entity, record, { part, tenant: at }), ...part }
  })
  const isFound = foundAgain(entity, parts, at)
  const needsOid = (part: Rec): boolean => withIds || entity.key.includes('oid') || !isFound(part)
  const whole = parts.map((part, index) => (needsOid(part) ? { oid: records[index]?.oid, ...part } : part))
  return yamlOf(entity.name, tenant, whole)
}

/** Whether a record of a file is found again by its key: the key is complete, and no other record has it. */
function foundAgain(entity: Entity, parts: readonly Rec[], tenant: { oid: string }): (part: Rec) => boolean {
  const keyOfPart = (part: Rec): string | undefined => {
    const form = keyFormOf(entity, part, tenant)
    return form && keyOf(entity, part, { form, tenant })
  }
  const counts = new Map<string | undefined, number>()
  for (const key of parts.map(keyOfPart)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return (part) => {
    const key = keyOfPart(part)
    return key !== undefined && counts.get(key) === 1
  }
}

async function changeByFiles(run: Run, { isTrial }: { isTrial: boolean }): Promise<number> {
  const { options, client } = run
  if (options.file === undefined) throw new CommandError('Name files or folders: -f <file>.')
  const byTenant = new Map<string, WantedEntity[]>()
  for (const { entity: name, tenant = tenantOf(run), file, records } of await readDocuments(options.file)) {
    const entity = await entityNamed(name)
    byTenant.set(tenant, [...(byTenant.get(tenant) ?? []), { entity, file, records }])
  }
  let status: number = exitStatus.done
  for (const [tenant, wanted] of byTenant) {
    const items = await planItems(client, tenant, { wanted, prune: options.prune === true })
    const next = await carryOut(run, { tenant, items, isTrial })
    if (next === exitStatus.refused) return next
    status = Math.max(status, next)
  }
  return status
}

async function importSheet(run: Run, [name, file]: readonly string[]): Promise<number> {
  if (name === undefined || file === undefined) throw new CommandError('Name an entity and a file: import site sites.csv.')
  const { client, options } = run
  const entity = await entityNamed(name)
  const tenant = tenantOf(run)
  const { columnsOf, sheetRecords } = await import('./sheets.ts')
  const { find } = referenceNames(client, tenant)
  const records = await sheetRecords(file, { map: await columnsOf(entity), schema: entity.schema }, find)
  const items = await planItems(client, tenant, { wanted: [{ entity, file, records }], prune: options.prune === true })
  return carryOut(run, { tenant, items, isTrial: options['dry-run'] === true })
}

/** Names of the records that others refer to; the records of an entity are read once. */
function referenceNames(client: Client, tenant: string): ReferenceNames {
  const known = new Map<string, Promise<StoredRecord[]>>()
  const recordsOf = async (name: string): Promise<{ label: string; records: StoredRecord[] }> => {
    const entity = await entityNamed(name)
    const records = known.get(name) ?? client.list(entity, tenant).catch(() => [])
    known.set(name, records)
    return { label: entity.meta.label, records: await records }
  }
  return {
    find: async (name, text) => {
      const { label, records } = await recordsOf(name)
      return records.find((record) => record[label] === text)?.oid
    },
    namesOf: async (name) => {
      const { label, records } = await recordsOf(name)
      return new Map(records.map((record) => [record.oid, String(record[label] ?? record.oid)]))
    },
  }
}

interface Carried {
  tenant: string
  items: readonly PlannedItem[]
  isTrial: boolean
}

/** Tries a plan, shows what it changes, and carries it out unless that was all. */
async function carryOut({ client, write, tell }: Run, { tenant, items, isTrial }: Carried): Promise<number> {
  if (items.length === 0) {
    tell('No differences.\n')
    return exitStatus.done
  }
  const plan = planOf(tenant, items)
  const tried = await client.plan(plan, true)
  if (!tried.applied) {
    tell(refusalText(items, tried))
    return exitStatus.refused
  }
  const count = changeCount(items, tried)
  write(differenceText(items, tried))
  if (count === 0) tell('No differences.\n')
  if (isTrial || count === 0) return count === 0 ? exitStatus.done : exitStatus.differs
  const done = await client.plan(plan, false)
  if (!done.applied) {
    tell(refusalText(items, done))
    return exitStatus.refused
  }
  tell(`${count} changed. Undo: action ${done.actionId}\n`)
  return exitStatus.done
}
