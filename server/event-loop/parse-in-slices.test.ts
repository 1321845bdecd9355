import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BeyondLimit, JSON_LIMITS, parseInSlices } from './parse-in-slices.ts'

/** With slices of a few bytes every body is a large one. */
const read = (text: string, slice?: number): Promise<unknown> =>
  parseInSlices(Buffer.from(text), (part) => JSON.parse(part) as unknown, slice)

describe('JSON parsed in slices', () => {
  it('gives the same value as JSON.parse', { tags: ['H-6.7'] }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json({ maxDepth: 6 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('', ' ', '\n\t'),
        async (json, slice, blank) => {
          const text = blank + JSON.stringify(JSON.parse(json), null, blank.length) + blank
          if (text.includes('__proto__')) return
          expect(await read(text, slice)).toEqual(JSON.parse(text))
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('is refused where JSON.parse refuses it', { tags: ['H-6.7'] }, async () => {
    const sample = '{"items":[{"a":[1,2,{"b":"x,]\\"}"}],"c":{}},{"d":null}],"e":"f","g":[[],[]]}'
    const broken = fc.tuple(fc.nat(sample.length - 1), fc.constantFrom('', ',', ']', '}', '[', '{', '"', ':', '\\', '1', ' '), fc.nat(1))
    await fc.assert(
      fc.asyncProperty(broken, fc.integer({ min: 1, max: 30 }), async ([at, put, drop], slice) => {
        const text = sample.slice(0, at) + put + sample.slice(at + drop)
        const whole = await Promise.resolve(text)
          .then((one) => JSON.parse(one) as unknown)
          .then(
            (value) => ({ value }),
            () => 'refused',
          )
        const sliced = await read(text, slice).then(
          (value) => ({ value }),
          () => 'refused',
        )
        expect(sliced, text).toEqual(whole)
      }),
      { numRuns: 3_000 },
    )
  })

  it.each([
    ['depth', `${'['.repeat(JSON_LIMITS.depth + 1)}${']'.repeat(JSON_LIMITS.depth + 1)}`],
    ['depth', `{"a":"${'x'.repeat(40_000)}","b":${'{"a":'.repeat(JSON_LIMITS.depth)}1${'}'.repeat(JSON_LIMITS.depth)}}`],
    ['elements', `[${'1,'.repeat(JSON_LIMITS.elements)}1]`],
    ['members', `{${Array.from({ length: JSON_LIMITS.members + 1 }, (_, at) => `"k${at}":1`).join()}}`],
    ['text', `{"a":"${'x'.repeat(JSON_LIMITS.text)}"}`],
  ])('is refused beyond the limit on %s', async (limit, text) => {
    const refused = await read(text).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(BeyondLimit)
    expect(refused).toMatchObject({ limit })
  })

  it('yields to other work in between', { tags: ['H-6.7'] }, async () => {
    const text = JSON.stringify(Array.from({ length: 60_000 }, (_, at) => ({ [`name${at}`]: [at] })))
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await read(text)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(2)
  })
})
