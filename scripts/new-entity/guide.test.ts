import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { follow, stepsOf } from '../../tests/support/guide/follow-guide.ts'
import { runTypeScript } from '../../tests/support/service/run-script.ts'
import { readArguments, requestOf } from './request.ts'
import { writeEntity } from './write-entity.ts'

const repository = resolve(import.meta.dirname, '..', '..')
const root = mkdtempSync(join(tmpdir(), 'guide-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('docs/guides/add-an-entity.md leads to schema, screen and texts that the checks accept', async () => {
  // What the checks read; the exhaustive suite follows the guide in a whole tree, with every command.
  for (const part of ['schemas', 'screens', 'locales', 'renderer', 'scripts', 'server', 'src', 'package.json', 'tsconfig.json'])
    cpSync(join(repository, part), join(root, part), { recursive: true })
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
  mkdirSync(join(root, 'tests'))
  const commands: string[] = []
  await follow(root, stepsOf(readFileSync(join(repository, 'docs', 'guides', 'add-an-entity.md'), 'utf8')), (command) => {
    commands.push(command)
    const [, name, args = ''] = /^npm run ([\w:-]+)(?: -- (.*))?$/.exec(command) ?? []
    if (name === 'new-entity') writeEntity(requestOf(root, readArguments(args.split(' ')).answers))
  })
  expect(commands.slice(1)).toEqual(['npm run texts:missing', 'npm run generate', 'npm run check'])
  const only = ['schemas', 'dialects', 'screens', 'locales', 'terms'].flatMap((name) => ['--only', name])
  const { output } = await runTypeScript(root, 'scripts/checks/main.ts', '--root', root, ...only)
  // Before it, a compiler that is ended may say so.
  expect(output.trimEnd().split('\n').at(-1)).toBe('schemas, screens and texts: no findings')
})
