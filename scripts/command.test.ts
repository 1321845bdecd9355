import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

it('every command of package.json begins with a file that runs before packages are installed', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  const missing = Object.entries(scripts).filter(([, command]) => {
    const [, file, script] = /^node (scripts\/[\w-]+\.mjs)(?: ([\w-]+))?$/.exec(command) ?? []
    const isThere = file !== undefined && existsSync(join(root, file))
    return !isThere || (file === 'scripts/command.mjs' && !existsSync(join(root, 'scripts', `${script}.ts`)))
  })
  expect(missing).toEqual([])
})
