import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { databaseFolderOf } from '../../../server/data-folder/data-folder.ts'
import { openDatabase } from '../../../server/db/database.ts'
import { addPastMonths, ageJournal } from '../../support/api/aged-journal.ts'
import { runCommand } from '../../support/service/key-commands.ts'
import { startService, type RunningService } from '../../support/service/service.ts'

let service: RunningService | undefined
afterAll(() => service?.dispose())

describe('a service that archives its journal', () => {
  it('writes what is old enough within two minutes, and its command verifies it', async () => {
    service = await startService({ env: { DEMO: 'off', OWNER_MAIL: 'owner@example.org', JOURNAL_RETENTION: '2' } })
    const { dataDir } = service
    const folder = join(dataDir, 'journal-archive')
    await service.end()
    const secretKey = Buffer.from(readFileSync(join(dataDir, 'secret.key'), 'utf8'), 'hex')
    const database = await openDatabase({ at: { dataDir: databaseFolderOf(dataDir) }, secretKey })
    await addPastMonths(database, 6)
    await ageJournal(database, 4)
    await database.close()
    await service.restart()
    const files = (): string[] => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.zst')) : [])
    await vi.waitFor(() => expect(files()).toHaveLength(1), { timeout: 120_000, interval: 500 })
    await service.end()
    const env = { DATA_DIR: dataDir }
    const verify = (...args: string[]) => runCommand('journal-verify.ts', env, { args })
    expect(await verify()).toMatchObject({ code: 0, output: expect.stringMatching(/^the history of \d+ records is in the archive only; /) })
    expect(await verify('--archive', folder)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^\d+ entries in \d+ chains, 0 faults\n[1-9]\d* archived entries in 1 files, 0 faults\n$/),
    })
    const file = join(folder, files()[0] ?? '')
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.subarray(0, -1))
    expect(await verify('--archive', folder)).toMatchObject({
      code: 1,
      output: expect.stringContaining('the file is not the one that was written'),
    })
    expect(await verify('--archive')).toMatchObject({ code: 2, output: expect.stringContaining('Usage: npm run journal:verify') })
    expect(await verify('--archive', join(folder, 'none'))).toMatchObject({ code: 2, output: expect.stringContaining('does not exist') })
  })
})
