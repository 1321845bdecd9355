import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { restoreBackup, RestoreRefused } from '../server/backup/restore.ts'
import { lockDataFolder, prepareDataFolder } from '../server/data-folder/data-folder.ts'
import { readEnv } from '../server/env/env.ts'
import { runCommand } from './tooling/run-command.ts'

/**
 * `npm run restore -- <file> [--force]`: restores a backup into an empty data folder; with `--force` into a used one, whose old records
 * it moves aside. Refused while a service uses the folder. Exits with 0, or gives a one-sentence reason and leaves the folder unchanged.
 */
const USAGE = 'Usage: npm run restore -- <file> [--force]'

async function main(args: readonly string[]): Promise<number> {
  const [file, more] = args.filter((arg) => !arg.startsWith('--'))
  const options = args.filter((arg) => arg.startsWith('--'))
  if (file === undefined || more !== undefined || options.some((option) => option !== '--force')) throw new RestoreRefused(USAGE)
  const { databaseUrl, dataDir, secretKey } = readEnv(process.env, [])
  if (databaseUrl !== undefined)
    throw new RestoreRefused('The records are on a PostgreSQL server (DATABASE_URL); restore them with pg_restore.')
  if (!existsSync(file)) throw new RestoreRefused(`${resolve(file)} does not exist.`)
  prepareDataFolder(dataDir)
  const release = await lockDataFolder(dataDir)
  try {
    const { manifest, aside, hasKey } = await restoreBackup(resolve(file), { dataDir, secretKey, force: options.includes('--force') })
    const lines = [
      `${dataDir} now contains the records as of ${manifest.createdAt}; verify them with npm run journal:verify.`,
      ...(aside ? [`The previous records are in ${aside}.`] : []),
      ...(hasKey || secretKey
        ? []
        : [
            `The backup does not contain the key: put it into ${join(dataDir, 'secret.key')} or set SECRET_KEY before starting the service.`,
          ]),
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
    return 0
  } finally {
    release()
  }
}

runCommand(main(process.argv.slice(2)), { refusals: [RestoreRefused], refused: 1 })
