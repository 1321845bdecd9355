import type { Operator } from '../../../schemas/vocabulary/operators/operator.ts'
import { operators } from '../../../schemas/vocabulary/operators/operators.ts'
import { keywordParts } from '../../../schemas/vocabulary/keywords.ts'
import { values } from '../../../schemas/vocabulary/values.ts'
import type { Shape } from './describe.ts'

const condition = { $ref: '#/$defs/condition' }
const path = { type: 'string', minLength: 1 }

/** Operand of an operator, by what it takes. */
const operands: Readonly<Record<Operator['takes'], Shape>> = {
  value: {},
  test: { $ref: '#/$defs/test' },
  paths: { type: 'array', items: path, minItems: 1 },
}

/** Instead of alternatives, of which validators only say that none fits. */
const whenObject = (form: Shape, shape: Shape): Shape => ({
  if: { type: 'object', ...form },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: shape,
})

function computedWith(names: readonly string[]): Shape {
  const { properties, ...rest } = keywordParts.computed as { properties: Shape }
  return { ...rest, properties: { ...properties, compute: { enum: names } } }
}

/** Definitions of conditions and their tests, with every operator that there is. `words` are texts in English. */
export function conditionParts(words: Readonly<Record<string, string>>): Shape {
  const ofOperator = ([name, { takes, kinds, words: key }]: [string, Operator]): [string, Shape] => [
    name,
    {
      ...operands[takes],
      description: `${(words[key] ?? name).replaceAll(/[{}]/g, '')}; tests ${kinds.filter((kind) => kind !== 'any').join(', ')}.`,
    },
  ]
  return {
    condition: {
      type: 'object',
      minProperties: 1,
      properties: {
        any: { type: 'array', items: condition, minItems: 1, description: 'One of the conditions holds.' },
        all: { type: 'array', items: condition, minItems: 1, description: 'Each of the conditions holds.' },
        not: { ...condition, description: 'The condition does not hold.' },
      },
      additionalProperties: { $ref: '#/$defs/test' },
    },
    test: {
      description: 'A value (equals), a list (one of), operators, or a value that is read or computed.',
      allOf: [
        whenObject({ required: ['from'] }, { $ref: '#/$defs/read' }),
        whenObject({ required: ['compute'] }, { $ref: '#/$defs/computed' }),
        whenObject({ not: { anyOf: [{ required: ['from'] }, { required: ['compute'] }] } }, { $ref: '#/$defs/operators' }),
      ],
    },
    read: { type: 'object', properties: { from: { ...path, description: 'Path of the value.' } }, additionalProperties: false },
    computed: computedWith(Object.keys(values)),
    operators: {
      type: 'object',
      minProperties: 1,
      properties: Object.fromEntries(Object.entries(operators).map(ofOperator)),
      additionalProperties: false,
    },
  }
}
