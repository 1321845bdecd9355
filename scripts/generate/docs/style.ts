import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { families, surfaces, type Pair } from '../../../renderer/parts/theme/palette.ts'
import { tokens } from '../../../renderer/parts/theme/tokens.ts'

const require = createRequire(import.meta.url)

/** Style sheets of the console's fonts, from their packages. */
const fontStyleSheets = ['@fontsource-variable/inter/wght.css', '@fontsource-variable/jetbrains-mono/wght.css'].map((name) =>
  require.resolve(name),
)

const kebabCase = (name: string): string => name.replaceAll('.', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function colours(pairs: Record<string, Pair>, prefix = ''): string[] {
  return Object.entries(pairs).map(([name, { light, dark }]) => `  --${prefix}${kebabCase(name)}: light-dark(${light}, ${dark});`)
}

function values(scale: Record<string, { value: string | number }>, prefix: string): string[] {
  return Object.entries(scale).map(([name, { value }]) => `  --${prefix}-${kebabCase(name)}: ${value};`)
}

/** CSS variables with the colours, fonts and sizes of the console's theme, so that the reference does not repeat them. */
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

/** The style sheet of all pages: font faces, theme variables, `style.css`. */
export function styleSheet(): string {
  return [
    ...fontStyleSheets.map((path) => readFileSync(path, 'utf8')),
    variables(),
    readFileSync(join(import.meta.dirname, 'style.css'), 'utf8'),
  ].join('\n')
}

/** The font files that the font style sheets load from `./files/`. */
export function fontFiles(): { name: string; content: Buffer }[] {
  return fontStyleSheets.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/url\(\.\/files\/([\w.-]+)\)/g)].map(([, name = '']) => ({
      name,
      content: readFileSync(join(dirname(path), 'files', name)),
    })),
  )
}
