import type { Plugin } from 'vite'

/** Marks the second copy of a module. */
const mark = '?sheet'
const gridPackages = /^ag-(?:grid|stack)/
const gridParts = /\/renderer\/parts\/grid\//
const sheetPages = /\/renderer\/bulk\//

/**
 * Gives the bulk page a copy of the grid library of its own. The library is one file, so a bundler keeps in one chunk whatever any
 * page uses of it; lists, which everybody opens, would load the editors and row models that only sheets need.
 */
export function ownCopyPlugin(): Plugin {
  return {
    name: 'own-copy',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!importer || !(importer.endsWith(mark) || sheetPages.test(importer))) return undefined
      if (!gridPackages.test(source) && !source.includes('parts/grid/') && !gridParts.test(importer)) return undefined
      const resolved = await this.resolve(source, importer.replace(mark, ''), { ...options, skipSelf: true })
      if (!resolved || resolved.external) return resolved
      const isGrid = gridPackages.test(source) || gridParts.test(resolved.id)
      return isGrid ? { ...resolved, id: resolved.id.replace(mark, '') + mark } : resolved
    },
  }
}
