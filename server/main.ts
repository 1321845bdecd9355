import { refuseUnfinishedRestore } from './backup/take-records.ts'
import { takeDataFolder } from './data-folder/data-folder.ts'
import { readEnv } from './env/env.ts'
import { endAtOnceOnSignal } from './start/end-on-signal.ts'
import { PRINT_SETUP_SQL, printSetupSql } from './start/print-setup-sql.ts'

/** Entry of the service: starts it, or says in one sentence why it cannot. */
main().catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exit(1)
})

/** Environment and data folder are refused before anything else is loaded. */
async function main(): Promise<void> {
  if (process.argv.includes('--check-config')) return process.exit(await (await import('./start/check-config.ts')).checkConfig())
  endAtOnceOnSignal()
  const env = readEnv()
  if (process.argv.includes(PRINT_SETUP_SQL)) return printSetupSql(env)
  const release = await takeDataFolder(env)
  try {
    refuseUnfinishedRestore(env)
  } catch (error) {
    release()
    throw error
  }
  const { start } = await import('./start/start.ts')
  await start(env, release)
}

/** The message of an expected refusal, or the stack trace of any other error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return `The service could not start: ${String(error)}`
  const isSentence = error.message.split('\n').every((line) => /^(?:[A-Z]|--)[^\n]+[.;]$/.test(line)) && !('code' in error)
  return isSentence ? error.message : `The service could not start: ${error.stack}`
}
