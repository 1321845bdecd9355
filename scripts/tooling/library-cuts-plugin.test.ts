import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyFunctions } from './library-cuts/empty-functions.ts'
import { cutFiles, cutLibrary, libraryCuts } from './library-cuts-plugin.ts'

const packages = resolve(import.meta.dirname, '..', '..', 'node_modules')

describe('what is cut from libraries', () => {
  it.each(cutFiles)('stands once in the installed %s, and not after', (file) => {
    const code = readFileSync(join(packages, file), 'utf8')
    const cut = cutLibrary(code, file)
    expect(cut.length).toBeLessThan(code.length)
    for (const { found } of libraryCuts.filter((each) => each.file === file)) expect(cut).not.toContain(found)
  })

  it('ends the build where the library has changed', () => {
    const [{ file, found }] = libraryCuts as [(typeof libraryCuts)[number]]
    expect(() => cutLibrary('', file)).toThrow('0 times, not once')
    expect(() => cutLibrary(found + found, file)).toThrow('2 times, not once')
  })
})

describe('a function that nobody calls', () => {
  const code = `
    function plain(one) { return one }
    var held = memo(() => { return 2 })
    var Named = class _Named { static made() { return 3 } field = () => { return 4 } }
    class Other { made() { return 5 } }
    function memo(made) { return made }
    export { plain, held, Named, Other }`

  const load = async (names: string[]): Promise<Record<string, unknown>> =>
    (await import(`data:text/javascript,${encodeURIComponent(emptyFunctions(code, 'some.js', names))}`)) as Record<string, unknown>

  it('throws when it is called all the same, whichever way it was written', async () => {
    const { plain, held, Named } = (await load(['plain', 'held', '_Named.made', '_Named.field'])) as {
      plain: () => void
      held: () => void
      Named: { new (): { field: () => void }; made: () => void }
    }
    for (const call of [plain, held, Named.made, () => new Named().field()]) expect(call).toThrow('not part of this build')
  })

  it('goes with all of its class', async () => {
    const { Named, Other } = (await load(['_Named.*'])) as {
      Named: { new (): { field: () => void }; made: () => void }
      Other: new () => { made: () => number }
    }
    for (const call of [Named.made, () => new Named().field()]) expect(call).toThrow('not part of this build')
    expect(new Other().made()).toBe(5)
    expect(() => emptyFunctions(code, 'some.js', ['Gone.*'])).toThrow('some.js has no class of the name in Gone.*')
  })

  it('leaves others of its name alone, in other classes and outside', async () => {
    const { Other, plain } = (await load(['_Named.made'])) as { Other: new () => { made: () => number }; plain: (one: number) => number }
    expect([new Other().made(), plain(1)]).toEqual([5, 1])
  })

  it('ends the build where the library has none of its name, or two', () => {
    expect(() => emptyFunctions(code, 'some.js', ['gone'])).toThrow('some.js has 0 times, not once: the function gone')
    expect(() => emptyFunctions(code + code.split('export')[0], 'some.js', ['plain'])).toThrow('2 times')
  })
})
