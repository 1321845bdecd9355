import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** A package with code in the bundle. */
interface License {
  name: string
  version: string
  license: string
  /** Full text of its licence file; empty if it has none. */
  text: string
}

/** Writes `third-party-licenses.json`: every package with code in the bundle, sorted by name. */
export function licensesPlugin(): Plugin {
  const found = new Map<string, License>()
  return {
    name: 'licenses',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((item) => item.type === 'chunk')
      for (const folder of new Set(chunks.flatMap(({ moduleIds }) => moduleIds.map(packageFolder)))) {
        if (folder && !found.has(folder)) found.set(folder, readLicense(folder))
      }
      const source = JSON.stringify([...found.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en')))
      this.emitFile({ type: 'asset', fileName: 'third-party-licenses.json', source })
    },
  }
}

/** The package that a module belongs to; undefined for a module of this project. */
function packageFolder(id: string): string | undefined {
  const path = id.replace(/^\0/, '').split('?')[0] ?? ''
  if (!path.includes('/node_modules/')) return undefined
  for (let folder = dirname(path); !folder.endsWith('/node_modules'); folder = dirname(folder)) {
    const file = join(folder, 'package.json')
    // Some packages have a package.json without a name in a folder of modules.
    if (existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as { name?: string }).name) return folder
  }
  return undefined
}

function readLicense(folder: string): License {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Omit<License, 'text'>
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  return { name, version, license: license ?? 'unknown', text: file ? readFileSync(join(folder, file), 'utf8').trim() : '' }
}
