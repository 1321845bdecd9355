import type { Plugin } from 'vite'
import type { EmptiedFunctions, LibraryCut } from './library-cuts/cut.ts'
import { emptyFunctions } from './library-cuts/empty-functions.ts'
import { formCuts, formEmptied } from './library-cuts/form-cuts.ts'
import { gridCuts, gridEmptied } from './library-cuts/grid-cuts.ts'
import { routerCuts, routerEmptied } from './library-cuts/router-cuts.ts'
import { signInEmptied } from './library-cuts/sign-in-cuts.ts'
import { textsEmptied } from './library-cuts/texts-cuts.ts'

/** What is cut from libraries. */
export const libraryCuts: readonly LibraryCut[] = [...gridCuts, ...formCuts, ...routerCuts]

/** What of libraries nobody calls. */
export const emptiedFunctions: readonly EmptiedFunctions[] = [...gridEmptied, routerEmptied, ...formEmptied, signInEmptied, textsEmptied]

/** Applies the cuts of a file; throws where the library no longer has what is cut, or has it twice. */
export function cutLibrary(code: string, file: string): string {
  const rest = libraryCuts
    .filter((cut) => file.endsWith(cut.file))
    .reduce((before, { found, instead }) => {
      const parts = before.split(found)
      if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times, not once:\n${found}`)
      return parts.join(instead)
    }, code)
  const names = emptiedFunctions.filter((each) => file.endsWith(each.file)).flatMap((each) => each.names)
  return names.length === 0 ? rest : emptyFunctions(rest, file, names)
}

/** Files of libraries of which something is cut, by the ends of their names. */
export const cutFiles: readonly string[] = [...new Set([...libraryCuts, ...emptiedFunctions].map(({ file }) => file))]

/**
 * Leaves out of the libraries what the console cannot reach: of the grid library in the copy of the lists (sheets have one of their
 * own), of the others everywhere.
 */
export function libraryCutsPlugin(): Plugin {
  return {
    name: 'library-cuts',
    apply: 'build',
    transform: (code, id) => (cutFiles.some((file) => id.endsWith(file)) ? { code: cutLibrary(code, id), map: null } : undefined),
  }
}
