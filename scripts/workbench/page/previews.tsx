import { chakra } from '@chakra-ui/react'
import type { RJSFSchema } from '@rjsf/utils'
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { Editor } from '../../../renderer/editor/page/editor.tsx'
import { loadSectionParts } from '../../../renderer/editor/layout/section-view.tsx'
import { HostProvider, type RendererHost } from '../../../renderer/host.tsx'
import { ListPage } from '../../../renderer/list/list-page.tsx'
import type { EntityValidator } from '../../../renderer/rules/entity-validator.ts'
import { formats } from '../../../schemas/vocabulary/formats.ts'
import { messageKeyOf } from '../../../schemas/vocabulary/paths/message-keys.ts'
import { validateBy, type CompiledFunction } from '../../../schemas/vocabulary/schema/compiled-entity.ts'
import type { Inspection, RuleTrace } from '../inspect.ts'
import { servedSample } from './host.ts'

/** The validator that generation would compile, made in the browser: the schema has just been saved. */
function validatorOf({ schema, shape }: Inspection): EntityValidator {
  const ajv = new Ajv2020({ strict: false, inlineRefs: false, messages: false, allErrors: true, formats })
  const check = ajv.compile(shape) as CompiledFunction
  const functions = { [schema.$id]: check } as Parameters<typeof createPrecompiledValidator>[0]
  // rjsf's types are of an earlier version of JSON Schema.
  const form = createPrecompiledValidator(functions, schema as unknown as RJSFSchema, (errors) => {
    for (const error of errors ?? []) error.message = messageKeyOf(error, schema)
  })
  return { form, validate: validateBy(check, schema) }
}

/** A page of the renderer under an address of its own. */
function Framed({ host, children }: { host: RendererHost; children: ReactNode }) {
  const router = useMemo(
    () => createMemoryRouter([{ path: '*', element: children }], { initialEntries: ['/list', '/list/edit'], initialIndex: 1 }),
    [children],
  )
  return (
    <SWRConfig value={{ provider: () => new Map() }}>
      <HostProvider value={host}>
        <RouterProvider router={router} />
      </HostProvider>
    </SWRConfig>
  )
}

interface PreviewProps {
  inspection: Inspection
  host: RendererHost
}

/** The editor of a sample, or of a new record; nothing is saved. */
export function EditorPreview({ inspection, host, sample }: PreviewProps & { sample: number | undefined }) {
  const { schema, screen, samples } = inspection
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    if (screen) void loadSectionParts(screen).then(() => setIsReady(true))
  }, [screen])
  const validator = useMemo(() => validatorOf(inspection), [inspection])
  const shown = sample === undefined ? undefined : samples[sample]
  const page = useMemo(
    () =>
      screen && (
        <Editor
          schema={schema}
          screen={screen}
          record={shown && sample !== undefined ? servedSample(shown.record, sample) : null}
          validator={validator}
          prefill={{}}
          consult={false}
        />
      ),
    [schema, screen, shown, sample, validator],
  )
  if (!screen?.editor) return <p>There is no editor.</p>
  return isReady ? <Framed host={host}>{page}</Framed> : null
}

/** The list of the valid samples. */
export function ListPreview({ inspection: { schema, screen }, host }: PreviewProps) {
  const page = useMemo(() => screen && <ListPage schema={schema} screen={screen} />, [schema, screen])
  return screen?.list ? <Framed host={host}>{page}</Framed> : <p>There is no list.</p>
}

/** Columns of the entity's files, as the head of a sheet. */
export function SheetHead({ inspection: { columns } }: Pick<PreviewProps, 'inspection'>) {
  return (
    <Table
      heads={['Column', 'Header', 'Values', 'Mandatory']}
      rows={columns.map(({ id, header, type, required }) => [id, header, type, required ? 'yes' : ''])}
    />
  )
}

/** Each rule over a sample: whether its condition holds, and the values that decided. */
export function RuleTraces({ traces }: { traces: readonly RuleTrace[] }) {
  if (traces.length === 0) return <p>There are no rules, or no samples yet.</p>
  const rows = traces.map(({ rule, place, effect, because, holds, facts }) => [
    holds ? 'holds' : 'holds not',
    `${rule}${place === '' ? '' : ` at ${place}`}`,
    effect,
    because,
    facts.map((fact) => `${fact.holds ? '✓' : '✗'} ${fact.path}: ${shown(fact.actual)}, needs ${shown(fact.needed)}`).join('\n'),
  ])
  return <Table heads={['Condition', 'Rule', 'Effect', 'Because', 'Why']} rows={rows} />
}

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))

function Table({ heads, rows }: { heads: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <chakra.table
      w="full"
      fontSize="sm"
      textAlign="start"
      css={{
        '& th, & td': {
          padding: '0.375rem 0.75rem',
          textAlign: 'start',
          verticalAlign: 'top',
          borderBottomWidth: '1px',
          borderColor: 'border',
        },
      }}
    >
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <chakra.td key={column} whiteSpace="pre-line">
                {cell}
              </chakra.td>
            ))}
          </tr>
        ))}
      </tbody>
    </chakra.table>
  )
}
