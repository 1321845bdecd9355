import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkScreen } from '../../renderer/descriptor/check-screen.ts'
import { descriptorKeys } from '../../renderer/descriptor/checks/keys.ts'
import { icons } from '../../renderer/parts/icons.ts'
import { widgets } from '../../renderer/widgets/registry.ts'
import type { Finding } from '../../schemas/finding.ts'
import type { Tree } from '../generate/tree.ts'
import { sourceFiles } from './key-use.ts'

function unlisted(tree: Tree): Finding[] {
  const folder = join(tree.root, 'screens')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.screen.ts') && !tree.screens[file.slice(0, -'.screen.ts'.length)])
    .sort()
    .map((file) => ({ id: 'screen.unlisted', where: `screens/${file}`, message: 'screens/index.ts does not list this screen' }))
}

/** Checks one screen against its schema. */
export function checkOneScreen(tree: Tree, name: string): Finding[] {
  const schema = tree.entities[name]
  const screen = tree.screens[name]
  if (!schema || !screen)
    return [
      { id: 'screen.entity.unknown', where: `screens/index.ts: ${name}`, message: `there is no schemas/entities/${name}.schema.json` },
    ]
  const { en } = tree.locales.texts
  return checkScreen(screen, {
    schema,
    widgets,
    icons: Object.keys(icons),
    hasText: (key) => en[key] !== undefined || en[`${key}_other`] !== undefined,
  })
}

/** Finds descriptor keys that no page kind and no shell code reads: a screen that sets one would change nothing. */
export function unreadKeys(root: string): Finding[] {
  const files = sourceFiles(root, ['renderer', 'src']).filter((path) => !path.startsWith('renderer/descriptor/'))
  const code = files.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
  return descriptorKeys()
    .filter((path) => {
      const key = path.split('.').at(-1)
      return !new RegExp(`[.]${key}\\b|[{,]\\s*${key}\\b[^;]*\\}\\s*=`).test(code)
    })
    .map((path) => ({
      id: 'screen.key.unread',
      where: `renderer/descriptor/screen.ts: ${path}`,
      message: 'no code reads this descriptor key',
    }))
}

/** Checks the screens against their schemas, widgets, icons and texts. */
export function checkScreens(tree: Tree): Finding[] {
  return [...unlisted(tree), ...Object.keys(tree.screens).flatMap((name) => checkOneScreen(tree, name)), ...unreadKeys(tree.root)]
}
