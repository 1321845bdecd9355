import { Ajv2020 } from 'ajv/dist/2020.js'

const path = { type: 'string', pattern: '^/', maxLength: 1000 }
const text = { type: 'string', maxLength: 1000 }
const list = (items: object): object => ({ type: 'array', items, maxItems: 10_000 })
const closed = (properties: Record<string, object>, required = Object.keys(properties)): object => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
})

const step = closed(
  {
    moves: list(closed({ from: path, to: path })),
    options: list(closed({ at: path, from: text, to: text })),
    migrations: list(text),
    writes: list(text),
    drops: list(path),
    since: list(path),
    kinds: list(closed({ at: path, from: { enum: ['text', 'number', 'integer', 'boolean'] } })),
    inner: list(path),
    added: list(text),
    changed: list(text),
  },
  [],
)

const validate = new Ajv2020().compile(
  closed(
    {
      version: { type: 'integer', minimum: 0, maximum: 100_000 },
      base: { type: 'integer', minimum: 0, maximum: 100_000 },
      steps: list(step),
      table: { type: 'string', pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' },
    },
    ['version', 'base', 'steps'],
  ),
)

/** Whether a value from outside says how records of an entity changed (`Evolution`), with as many steps as versions. */
export function isEvolution(value: unknown): boolean {
  if (!validate(value)) return false
  const { version, base, steps } = value as { version: number; base: number; steps: unknown[] }
  return steps.length === version && base <= version
}
