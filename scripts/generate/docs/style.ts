import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { families, surfaces, type Pair } from '../../../renderer/parts/theme/palette.ts'
import { tokens } from '../../../renderer/parts/theme/tokens.ts'

const require = createRequire(import.meta.url)

/** The console's fonts, as their packages say how to load them. */
const faces = ['@fontsource-variable/inter/wght.css', '@fontsource-variable/jetbrains-mono/wght.css'].map((name) => require.resolve(name))

const kebabCase = (name: string): string => name.replaceAll('.', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function colours(pairs: Record<string, Pair>, prefix = ''): string[] {
  return Object.entries(pairs).map(([name, { light, dark }]) => `  --${prefix}${kebabCase(name)}: light-dark(${light}, ${dark});`)
}

function values(scale: Record<string, { value: string | number }>, prefix: string): string[] {
  return Object.entries(scale).map(([name, { value }]) => `  --${prefix}-${kebabCase(name)}: ${value};`)
}

/** The console's colours, fonts and sizes as variables, so that they stand in the theme alone. */
function variables(): string {
  return [
    ':root {',
    ...colours(surfaces),
    ...colours(families.accent, 'accent-'),
    ...values(tokens.fonts, 'font'),
    ...values(tokens.fontSizes, 'text'),
    ...values(tokens.radii, 'radius'),
    `  --header: ${tokens.sizes.header.value};`,
    `  --navigation: ${tokens.sizes.navigation.value};`,
    '}',
    '',
  ].join('\n')
}

/** The one style sheet of all pages: the fonts' own, the theme's values, ours. */
export function styleSheet(): string {
  return [
    ...faces.map((path) => readFileSync(path, 'utf8')),
    variables(),
    readFileSync(join(import.meta.dirname, 'style.css'), 'utf8'),
  ].join('\n')
}

/** The files that the fonts' style sheets name, which they expect in a folder `files` beside them. */
export function fontFiles(): { name: string; content: Buffer }[] {
  return faces.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/url\(\.\/files\/([\w.-]+)\)/g)].map(([, name = '']) => ({
      name,
      content: readFileSync(join(dirname(path), 'files', name)),
    })),
  )
}
