import d from './d.json' with { type: 'json' }
import h from './h.json' with { type: 'json' }
import s0 from './s0.json' with { type: 'json' }
import s1 from './s1.json' with { type: 'json' }
import s2 from './s2.json' with { type: 'json' }

const facts = { ...s0, ...s1, ...s2, ...d, ...h }

/** The identifier of a fact, e.g. `S1-5.17`: document, section, number. */
export type FactId = keyof typeof facts

/** Whether a value is the identifier of a fact. */
export function isFact(value: unknown): value is FactId {
  return typeof value === 'string' && Object.hasOwn(facts, value)
}

declare module 'vitest' {
  interface TestTags {
    fact: FactId
  }
}

/**
 * The facts as tags of vitest: `it('…', { tags: ['S1-5.17'] }, …)` says that a test proves one, and `vitest --tags-filter S1-5.17` runs
 * what proves it.
 */
export const factTags = Object.entries(facts).map(([id, fact]) => ({ name: id as FactId, description: Object.values(fact).join() }))
