import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Finding } from '../../schemas/finding.ts'
import type { Screen } from '../../renderer/descriptor/screen.ts'
import { checkSamples } from '../../schemas/rules/checks/check-samples.ts'
import { contextOf, type Samples } from '../../schemas/rules/checks/samples.ts'
import { expandSamples } from '../../schemas/rules/checks/whole-samples.ts'
import { compileRules } from '../../schemas/rules/compile/compile.ts'
import { ruleSetOf } from '../../schemas/rules/compile/rule-set.ts'
import { ruleInWords } from '../../schemas/rules/explain.ts'
import { eachPlace } from '../../schemas/vocabulary/schema/schema-tree.ts'
import { validateBy, type CompiledFunction, type Validate } from '../../schemas/vocabulary/schema/compiled-entity.ts'
import { formatPointer } from '../../schemas/vocabulary/paths/pointer.ts'
import { formats } from '../../schemas/vocabulary/formats.ts'
import { holds, traceCondition } from '../../schemas/vocabulary/operators/condition.ts'
import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'
import { checkDialects } from '../checks/dialect-check.ts'
import { findingsOf } from '../checks/schema-check.ts'
import { checkOneScreen } from '../checks/screen-check.ts'
import { csvMap } from '../generate/csv.ts'
import { textIn } from '../generate/docs/text.ts'
import { shapeOfEntity, type Shape } from '../../schemas/vocabulary/schema/shape.ts'
import { sharedShapes } from '../generate/shared-shapes.ts'
import type { Language, Tree } from '../generate/tree.ts'
import { lineOfFinding } from './lines.ts'

/** A file as it was saved, with the findings about it. */
export interface InspectedFile {
  path: string
  text: string
  findings: { id: string; line: number; message: string }[]
}

/** What one rule says of a sample: the values that decided, and whether its condition holds. */
export interface RuleTrace {
  rule: string
  effect: string
  because: string
  place: string
  holds: boolean
  facts: { path: string; actual: unknown; needed: unknown; holds: boolean }[]
}

/** A valid record of the samples. */
export interface InspectedSample {
  about: string
  record: Rec
}

/** What samples prove: findings by file, and the trace of each rule by valid sample. It takes longer than the rest. */
export interface Proof {
  files: InspectedFile[]
  traces: RuleTrace[][]
}

/** Everything that the workbench shows of an entity. */
export interface Inspection {
  files: InspectedFile[]
  /** Without references to other files. */
  schema: EntitySchema
  shape: Shape
  screen: Screen | undefined
  context: ReturnType<typeof contextOf>
  samples: InspectedSample[]
  /** Records that samples refer to, by entity and identifier. */
  references: NonNullable<Samples['references']>
  columns: { id: string; header: string; type: string; required: boolean }[]
}

/** Inspects one entity of a freshly read tree. */
export function inspect(tree: Tree, name: string, language: Language): Inspection {
  const [schema, written] = [tree.entities[name], tree.samples[name]]
  if (!schema) throw new Error(`there is no schemas/entities/${name}.schema.json`)
  const findings = findingsFor(tree, name)
  const isSound = findings.length === 0
  const samples = written && isSound ? expandSamples(written) : undefined
  return {
    files: filesOf(tree, name, findings),
    schema,
    shape: sharedShapes(shapeOfEntity(schema)),
    screen: tree.screens[name],
    context: contextOf(samples ?? { context: {}, valid: [], invalid: [], change: { about: '', changes: {} }, rules: {} }, {}, true),
    samples: (samples?.valid ?? []).map(({ about, record }) => ({ about, record })),
    references: samples?.references ?? {},
    columns: isSound ? columnsOf(tree, schema, language) : [],
  }
}

/** Checks the samples of an entity, and traces the rules over the valid ones. Nothing as long as the schema has findings. */
export function prove(tree: Tree, name: string, language: Language): Proof {
  const [schema, written] = [tree.entities[name], tree.samples[name]]
  if (!schema || !written || findingsFor(tree, name).length > 0) return { files: [], traces: [] }
  const findings = checkSamples({ schema, samples: written, validate: validatorOf(schema), source: (id) => tree.sources[id] })
  return { files: filesOf(tree, name, findings), traces: tracesOf(tree, schema, { samples: expandSamples(written), language }) }
}

function findingsFor(tree: Tree, name: string): Finding[] {
  const ofSchema = findingsOf(tree, name)
  const ofFiles = [...ofSchema, ...checkDialects(tree, [name], new Map([[name, ofSchema]]))]
  return ofFiles.length > 0 || !tree.screens[name] ? ofFiles : checkOneScreen(tree, name)
}

/** The validator that generation would compile, without generated code. */
function validatorOf(schema: EntitySchema): Validate {
  const ajv = new Ajv2020({ strict: false, inlineRefs: false, messages: false, allErrors: true, formats })
  return validateBy(ajv.compile(sharedShapes(shapeOfEntity(schema))) as CompiledFunction, schema)
}

const filesOf = (tree: Tree, name: string, findings: readonly Finding[]): InspectedFile[] =>
  ['schema', 'samples'].flatMap((kind) => fileOf(tree, `schemas/entities/${name}.${kind}.json`, findings))

function fileOf(tree: Tree, path: string, findings: readonly Finding[]): InspectedFile[] {
  try {
    const text = readFileSync(join(tree.root, path), 'utf8')
    const own = findings.filter(({ where }) => where.startsWith(path))
    // Findings about the screen stand at the schema's first line, since nobody sees the screen here.
    const others = path.endsWith('.schema.json') ? findings.filter(({ where }) => where.startsWith('screens/')) : []
    return [
      {
        path,
        text,
        findings: [
          ...own.map(({ id, where, message }) => ({ id, line: lineOfFinding({ where, message }, text), message })),
          ...others.map(({ id, where, message }) => ({ id, line: 1, message: `${where}: ${message}` })),
        ],
      },
    ]
  } catch {
    return []
  }
}

interface Traced {
  samples: Samples
  language: Language
}

function tracesOf(tree: Tree, schema: EntitySchema, { samples, language }: Traced): RuleTrace[][] {
  const source = (id: string): EntitySchema | undefined => tree.sources[id]
  const { t } = textIn(tree, language)
  const locale = { t: (key: string, params?: Rec) => t(key, params as Record<string, string | number>), source }
  const rules = ruleSetOf(compileRules(schema, source)).rules.map((compiled) => ({
    ...compiled,
    words: ruleInWords(compiled.rule, schema, locale),
  }))
  const lookup = (entity: string, oid: string): Rec | undefined => samples.references?.[entity]?.[oid]
  return samples.valid.map(({ record, context: own }) => {
    const readContext = { record, stored: null, context: contextOf(samples, own, true), lookup }
    const traces: RuleTrace[] = []
    for (const { rule, node, when, words } of rules)
      eachPlace(node, record, (at) =>
        traces.push({
          rule: rule.id,
          effect: `${words.fields}: ${words.effect}`,
          because: words.because,
          place: formatPointer(at),
          holds: when === undefined || holds(when, at, readContext),
          facts: when === undefined ? [] : traceCondition(when, at, readContext),
        }),
      )
    return traces
  })
}

function columnsOf(tree: Tree, schema: EntitySchema, language: Language): Inspection['columns'] {
  return csvMap(tree, schema).columns.map(({ id, headers, type, required }) => ({
    id,
    header: headers[language] ?? id,
    type,
    required: required === true,
  }))
}
