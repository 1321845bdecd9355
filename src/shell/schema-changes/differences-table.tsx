import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../renderer/parts/page/card.tsx'
import { StatusDot, type StatusKind } from '../../../renderer/parts/text/status-dot.tsx'
import type { Affected } from '../../../schemas/evolution/affected.ts'
import type { Difference, DifferenceClass } from '../../../schemas/evolution/difference.ts'
import { FiguresTable } from '../operations/figures-table.tsx'
import { Facts, type Fact } from './facts.tsx'
import { useEntityName } from './use-entity-name.ts'

const kinds: Record<DifferenceClass, StatusKind> = { free: 'neutral', declared: 'info', breaking: 'danger' }
/** What matters most stands first. */
const order: DifferenceClass[] = ['breaking', 'declared', 'free']

interface DifferencesTableProps {
  title: string
  none: string
  differences: readonly Difference[]
}

/** Every difference between two versions of the schemas, with its class. */
export function DifferencesTable({ title, none, differences }: DifferencesTableProps) {
  const { t } = useTranslation()
  const nameOf = useEntityName()
  return (
    <FiguresTable
      title={title}
      none={none}
      most={20}
      rows={differences.toSorted((a, b) => order.indexOf(a.class) - order.indexOf(b.class))}
      keyOf={({ kind, entity, at, was = '' }) => `${kind} ${entity} ${at} ${was}`}
      columns={[
        { name: t('schema-changes.entity'), value: ({ entity }) => nameOf(entity) },
        {
          name: t('schema-changes.class'),
          value: (one) => <StatusDot kind={kinds[one.class]}>{t(`schema-changes.class.${one.class}`)}</StatusDot>,
        },
        // As the check of schemas says it, which is in English.
        {
          name: t('schema-changes.difference'),
          value: ({ message, write }) => (
            <chakra.div lang="en" py={1} whiteSpace="normal" minW="16rem" maxW="prose">
              {message}
              {write !== undefined && (
                <chakra.code display="block" fontFamily="mono" fontSize="xs" color="fg.muted">
                  {write}
                </chakra.code>
              )}
            </chakra.div>
          ),
        },
      ]}
    />
  )
}

/** What differences change besides stored records; nothing where they change nothing else. */
export function AffectedFacts({ title, affected }: { title: string; affected: Affected }) {
  const { t } = useTranslation()
  const parts = (['api', 'csv', 'lists', 'rules', 'texts', 'pages'] as const).filter((part) => affected[part].length > 0)
  if (parts.length === 0) return null
  const facts = parts.map((part): Fact => [t(`schema-changes.affected.${part}`), <Names key={part} names={affected[part]} />])
  return (
    <Card title={title}>
      <Facts facts={facts} />
    </Card>
  )
}

function Names({ names }: { names: readonly string[] }) {
  return (
    <chakra.ul maxH="12rem" overflowY="auto" tabIndex={names.length > 8 ? 0 : undefined}>
      {names.map((name) => (
        <li key={name}>
          <chakra.code fontFamily="mono" fontSize="xs">
            {name}
          </chakra.code>
        </li>
      ))}
    </chakra.ul>
  )
}
