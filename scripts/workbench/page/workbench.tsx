import { chakra } from '@chakra-ui/react'
import { Component, useMemo, useState, type ReactNode } from 'react'
import { showTheme } from '../../../renderer/parts/theme/color-mode.ts'
import type { InspectedFile, Inspection, Proof } from '../inspect.ts'
import { textsOf, workbenchHost } from './host.ts'
import { EditorPreview, ListPreview, RuleTraces, SheetHead } from './previews.tsx'
import { useAnswer, useSaves } from './questions.ts'
import { SchemaText } from './schema-text.tsx'

const previews = ['Editor', 'List', 'Sheet', 'Reference', 'Rules'] as const
type Preview = (typeof previews)[number]

/** What is chosen stands in the address, so that it is still chosen after a reload. */
function useChoice(name: string, fallback: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => new URLSearchParams(window.location.search).get(name) ?? fallback)
  return [
    value,
    (chosen) => {
      const search = new URLSearchParams(window.location.search)
      search.set(name, chosen)
      window.history.replaceState(null, '', `?${search.toString()}`)
      setValue(chosen)
    },
  ]
}

/** A schema with mistakes can make a page of the renderer throw: that is said in its place, until the next save. */
class Guard extends Component<{ children: ReactNode }, { failure: string | undefined }> {
  override state = { failure: undefined as string | undefined }
  static getDerivedStateFromError(error: unknown): { failure: string } {
    return { failure: String(error) }
  }
  override render(): ReactNode {
    return this.state.failure === undefined ? this.props.children : <chakra.p color="danger.fg">{this.state.failure}</chakra.p>
  }
}

interface SelectProps {
  label: string
  value: string
  options: readonly (readonly [value: string, text: string])[]
  onChoose: (value: string) => void
}

function Select({ label, value, options, onChoose }: SelectProps) {
  return (
    <chakra.label display="flex" gap={2} alignItems="center" fontSize="sm">
      {label}
      <chakra.select
        value={value}
        onChange={(event) => onChoose(event.target.value)}
        borderWidth="1px"
        borderColor="border"
        borderRadius="md"
        px={2}
        h="control"
        bg="bg.surface"
        maxW="16rem"
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </chakra.select>
    </chakra.label>
  )
}

/** The findings of both answers about a file. */
function withProof(file: InspectedFile, proof: Proof | undefined): InspectedFile {
  const more = proof?.files.find(({ path, text }) => path === file.path && text === file.text)
  return more ? { ...file, findings: [...file.findings, ...more.findings] } : file
}

/** The schema as it was saved, beside what it gives: editor, list, head of the sheet, reference page, and its rules over the samples. */
export function Workbench() {
  const saves = useSaves()
  const [entity, chooseEntity] = useChoice('entity', 'partner')
  const [language, chooseLanguage] = useChoice('language', 'en')
  const [shown, choosePreview] = useChoice('show', 'Editor')
  const [fileName, chooseFile] = useChoice('file', 'schema')
  const [sample, chooseSample] = useChoice('sample', '0')
  const question = `entity=${entity}&language=${language}`
  const inspected = useAnswer<Inspection>(`inspect?${question}`, saves)
  const entities = useAnswer<string[]>('entities', inspected.saves)
  // The findings come first: nothing else is asked for meanwhile.
  const proof = useAnswer<Proof>(`proof?${question}`, inspected.saves)
  const files = (inspected.data?.files ?? []).map((file) => withProof(file, proof.data))
  const count = files.reduce((sum, { findings }) => sum + findings.length, 0)
  const file = files.find(({ path }) => path.endsWith(`.${fileName}.json`)) ?? files[0]
  const samples = inspected.data?.samples ?? []
  return (
    <chakra.div display="grid" gridTemplateRows="auto 1fr" h="100vh" bg="bg" color="fg">
      <chakra.header display="flex" flexWrap="wrap" gap={4} alignItems="center" px={4} py={2} borderBottomWidth="1px" borderColor="border">
        <chakra.h1 fontWeight="semibold">Schema workbench</chakra.h1>
        <Select
          label="Entity"
          value={entity}
          options={(entities.data ?? [entity]).map((name) => [name, name] as const)}
          onChoose={chooseEntity}
        />
        <Select
          label="File"
          value={fileName}
          options={[
            ['schema', 'schema'],
            ['samples', 'samples'],
          ]}
          onChoose={chooseFile}
        />
        <Select
          label="Sample"
          value={sample}
          options={[['new', 'a new record'], ...samples.map(({ about }, index) => [String(index), about] as const)]}
          onChoose={chooseSample}
        />
        <Select
          label="Language"
          value={language}
          options={['en', 'fr', 'de', 'es'].map((name) => [name, name] as const)}
          onChoose={chooseLanguage}
        />
        <chakra.output color={count > 0 || inspected.failure !== undefined ? 'danger.fg' : 'fg.muted'} fontSize="sm">
          {inspected.failure ?? `${count} findings`}
        </chakra.output>
        <chakra.button
          ms="auto"
          fontSize="sm"
          textDecoration="underline"
          onClick={() => showTheme(document.documentElement.classList.contains('dark') ? 'light' : 'dark')}
        >
          Light or dark
        </chakra.button>
      </chakra.header>
      <chakra.div display="grid" gridTemplateColumns="minmax(24rem, 2fr) 3fr" minH={0}>
        <chakra.div borderEndWidth="1px" borderColor="border" minH={0}>
          {file && <SchemaText file={file} />}
        </chakra.div>
        <chakra.main display="grid" gridTemplateRows="auto 1fr" minH={0} minW={0}>
          <chakra.div role="tablist" display="flex" gap={4} px={4} borderBottomWidth="1px" borderColor="border">
            {previews.map((name) => (
              <chakra.button
                key={name}
                role="tab"
                aria-selected={name === shown}
                py={2}
                fontSize="sm"
                onClick={() => choosePreview(name)}
                borderBottomWidth="2px"
                borderColor={name === shown ? 'accent.solid' : 'transparent'}
              >
                {name}
              </chakra.button>
            ))}
          </chakra.div>
          <chakra.div role="tabpanel" aria-label={shown} overflow="auto" p={4} minH={0}>
            {inspected.data && (
              <Guard key={`${inspected.saves} ${question} ${shown} ${sample}`}>
                <PreviewOf
                  preview={shown as Preview}
                  inspection={inspected.data}
                  {...{ question, language, sample }}
                  saves={inspected.saves ?? 0}
                  traces={proof.data?.traces ?? []}
                />
              </Guard>
            )}
          </chakra.div>
        </chakra.main>
      </chakra.div>
    </chakra.div>
  )
}

interface PreviewOfProps {
  preview: Preview
  inspection: Inspection
  traces: Proof['traces']
  saves: number
  question: string
  language: string
  /** Index of the sample, or `new`. */
  sample: string
}

function PreviewOf({ preview, inspection, traces, saves, question, language, sample }: PreviewOfProps) {
  const texts = useAnswer<Record<string, string>>(`texts?language=${language}`, saves)
  const [said, setSaid] = useState('')
  const host = useMemo(
    () => texts.data && workbenchHost(inspection, textsOf(language, texts.data), setSaid),
    [inspection, language, texts.data],
  )
  const index = sample === 'new' ? undefined : Number(sample)
  if (!host) return null
  return (
    <>
      <output>{said}</output>
      {preview === 'Editor' && <EditorPreview inspection={inspection} host={host} sample={index} />}
      {preview === 'List' && <ListPreview inspection={inspection} host={host} />}
      {preview === 'Sheet' && <SheetHead inspection={inspection} />}
      {preview === 'Reference' && <ReferencePreview question={question} saves={saves} />}
      {preview === 'Rules' && <RuleTraces traces={traces[index ?? 0] ?? []} />}
    </>
  )
}

/** The page of the reference, with the style sheet that generation has written. */
function ReferencePreview({ question, saves }: { question: string; saves: number }) {
  const { data } = useAnswer<string>(`reference?${question}`, saves)
  const page = data?.replace('<head>', '<head><base href="/docs/en/">')
  return <chakra.iframe title="Reference" srcDoc={page ?? ''} w="full" h="full" minH="40rem" />
}
