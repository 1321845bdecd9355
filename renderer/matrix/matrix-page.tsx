import { chakra } from '@chakra-ui/react'
import { useCallback, useState } from 'react'
import { DocumentationLink } from '../documentation-link.tsx'
import { useHost, type PageProps } from '../host.tsx'
import { AlertList } from '../parts/alert-list.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { MatrixCard } from './matrix-card.tsx'

/** Matrices below each other, with what they warn of above them (S2 section 2, firewall zone policies). */
export function MatrixPage({ schema, screen, others = [] }: PageProps & { others?: readonly PageProps[] }) {
  const { t, docsPath } = useHost()
  const { name } = schema['x-entity']
  const [alarms, setAlarms] = useState<Readonly<Record<string, string[]>>>({})
  const hear = useCallback(
    (entity: string, lines: string[]) =>
      setAlarms((known) => (known[entity]?.join('\n') === lines.join('\n') ? known : { ...known, [entity]: lines })),
    [],
  )
  const cards = [{ schema, screen }, ...others]
  const alerts = cards.flatMap(({ schema: { 'x-entity': entity }, screen: { matrix } }) => {
    const lines = alarms[entity.name] ?? []
    if (matrix?.alarms === undefined || lines.length === 0) return []
    const detail = lines.map((line) => <div key={line}>{line}</div>)
    return [{ id: entity.name, kind: 'warning' as const, text: `${lines.length} ${t(matrix.alarms)}`, detail }]
  })
  return (
    <>
      <PageHeader
        title={t(`${name}.matrix.title`)}
        about={
          <>
            {t(`${name}.matrix.purpose`)} <DocumentationLink href={docsPath(name)}>{t('list.documentation')}</DocumentationLink>
          </>
        }
      />
      <chakra.div display="grid" gap={6} gridTemplateColumns="minmax(0, 1fr)">
        <AlertList label={t('matrix.alarms')} alerts={alerts} />
        {cards.map((card) => (
          <HeardCard key={card.schema['x-entity'].name} {...card} onHear={hear} />
        ))}
      </chakra.div>
    </>
  )
}

function HeardCard({ schema, screen, onHear }: PageProps & { onHear: (entity: string, lines: string[]) => void }) {
  const { name } = schema['x-entity']
  const { matrix } = screen
  if (!matrix) throw new Error(`The screen of ${name} has no matrix`)
  const onAlarms = useCallback((lines: string[]) => onHear(name, lines), [name, onHear])
  return <MatrixCard schema={schema} screen={screen} matrix={matrix} onAlarms={onAlarms} />
}
