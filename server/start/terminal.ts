import type { Database } from '../db/database.ts'
import { ACCOUNTS } from '../demo/tenants/accounts.ts'
import type { Env } from '../env/env.ts'
import { DEMO_PASSWORD, firstPassword } from '../identity/accounts/credentials.ts'
import { demoLines, type DemoLine } from '../identity/accounts/demo-lines.ts'

/** Runs one step of the start and prints its name and duration. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now()
  process.stdout.write(`${name} …`)
  try {
    const result = await work()
    process.stdout.write(` ${((performance.now() - from) / 1000).toFixed(1)} s\n`)
    return result
  } catch (error) {
    process.stdout.write(' failed\n')
    throw error
  }
}

/** The text printed once the service listens: its address, the accounts, and the embedded database's durability. */
export async function readyText(env: Env, database: Database): Promise<string> {
  const lines = [...(await signInLines(env, database)), ...durability(env), `ready ${env.publicUrl}`]
  return `${lines.join('\n')}\n`
}

async function signInLines(env: Env, database: Database): Promise<string[]> {
  if (env.oidc.clientId === '') return ['', 'OIDC_CLIENT_ID is empty: whoever reaches this address acts as the platform owner.', '']
  if (env.oidc.issuer) return ['', `People sign in at ${env.oidc.issuer}.`, '']
  if (env.demo) {
    const accounts = await demoLines(
      database,
      ACCOUNTS.map(({ mail }) => mail),
    )
    return ['', `Demo accounts, password ${DEMO_PASSWORD}:`, ...accounts.map(accountLine), '']
  }
  const password = env.ownerMail && (await firstPassword(database, env.ownerMail))
  return password ? ['', `${env.ownerMail} signs in once with the password ${password} and then chooses another one.`, ''] : ['']
}

function accountLine({ mail, role, tenant, tenants }: DemoLine): string {
  const where = tenant ?? (tenants === 0 ? 'no tenant' : `${tenants} tenants`)
  return `  ${mail.padEnd(22)}${(role ?? (tenants === 0 ? '' : 'several roles')).padEnd(19)}${where}`
}

function durability(env: Env): string[] {
  if (env.databaseUrl) return []
  return [
    'The embedded database survives a crash of this process, not a loss of power; DATABASE_URL names a PostgreSQL server for that.',
    '',
  ]
}
