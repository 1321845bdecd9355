import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runCommand, UNFINISHED_ROTATION } from '../../support/service/key-commands.ts'
import { startService, type RunningService } from '../../support/service/service.ts'

let service: RunningService | undefined
afterAll(() => service?.dispose())

describe('an embedded database', () => {
  it('gets a new key in its data folder, even if the rotation is killed halfway', { tags: ['H-3.6'] }, async () => {
    service = await startService({ env: { DEMO: 'off', OWNER_MAIL: 'owner@example.org' } })
    const env = { DATA_DIR: service.dataDir }
    const file = join(service.dataDir, 'secret.key')
    const first = readFileSync(file, 'utf8')
    expect(await runCommand('rotate-key.ts', env)).toMatchObject({ code: 2, output: expect.stringMatching(/ is in use by process \d+; /) })
    await service.end()
    expect(await runCommand('rotate-key.ts', env, { killWhen: (output) => output.length >= 20 })).toMatchObject({ code: null })
    expect(readFileSync(file, 'utf8')).toBe(first)
    await expect(service.restart()).rejects.toThrow(UNFINISHED_ROTATION.trim())
    const backup = join(service.dataDir, '..', 'half.backup')
    expect(await runCommand('backup.ts', env, { args: [backup] })).toEqual({ code: 1, output: UNFINISHED_ROTATION })
    expect(await runCommand('rotate-key.ts', env)).toMatchObject({
      code: 0,
      output: expect.stringContaining(`The new key is in ${file}.\n`),
    })
    expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}$/)
    expect(readFileSync(file, 'utf8')).not.toBe(first)
    expect(await runCommand('journal-verify.ts', env)).toMatchObject({ code: 0 })
    await service.restart()
  })
})
