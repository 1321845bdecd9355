import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Card } from '../../../renderer/parts/page/card.tsx'
import type { CollisionGroup, InvalidGroup, NamedRecord, PlannedEntity, SchemaPlan } from '../../../schemas/schema-plan.ts'
import { useFigureFormats } from '../operations/use-figure-formats.ts'
import { navigationScreens } from '../../screen-addresses.ts'
import { useEntityName } from './use-entity-name.ts'

const RecordLink = chakra(Link, { base: { color: 'accent.fg', borderRadius: 'xs', _hover: { textDecoration: 'underline' } } })
const Groups = chakra('ul', { base: { display: 'grid', gap: 4, fontSize: 'sm' } })

/** Records that could not be saved, by the reason, and those that would be alike; each leads to its record. */
export function RefusedRecords({ plan }: { plan: SchemaPlan }) {
  const nameOf = useEntityName()
  const wanted = plan.entities.filter(({ invalid, collisions }) => invalid.length > 0 || collisions.length > 0)
  return wanted.map((one) => (
    <Card key={one.entity} title={nameOf(one.entity)}>
      <Groups>
        {one.invalid.map((group) => (
          <InvalidRecords key={`${group.key} ${group.at}`} group={group} one={one} plan={plan} />
        ))}
        {one.collisions.map((group) => (
          <AlikeRecords key={group.fields.join()} group={group} one={one} plan={plan} />
        ))}
      </Groups>
    </Card>
  ))
}

interface GroupProps<T> {
  group: T
  one: PlannedEntity
  plan: SchemaPlan
}

function InvalidRecords({ group, one, plan }: GroupProps<InvalidGroup>) {
  const { t } = useTranslation()
  const { number } = useFigureFormats()
  const { at, count, records } = group
  return (
    <li>
      <Reason>
        <strong>{t('schema-changes.refused.count', { count, n: number(count) })}</strong>
        {at !== '' && <chakra.code fontFamily="mono">{at}</chakra.code>}
        <ReasonText group={group} texts={plan.texts} />
      </Reason>
      <Names records={records} entity={one.entity} />
      {records.length < count && <More>{t('schema-changes.refused.more', { n: number(count - records.length) })}</More>}
    </li>
  )
}

function AlikeRecords({ group, one, plan }: GroupProps<CollisionGroup>) {
  const { t } = useTranslation()
  const { number } = useFigureFormats()
  const shown = group.sets.reduce((sum, set) => sum + set.length, 0)
  return (
    <li>
      <Reason>
        <strong>{t('schema-changes.alike.count', { count: group.count, n: number(group.count) })}</strong>
        <chakra.code fontFamily="mono">{group.fields.join(', ')}</chakra.code>
        <ReasonText group={group} texts={plan.texts} />
      </Reason>
      {group.sets.map((set) => (
        <chakra.div key={set[0]?.oid} borderLeftWidth="2px" borderColor="border" pl={3} mt={1.5}>
          <Names records={set} entity={one.entity} />
        </chakra.div>
      ))}
      {shown < group.count && <More>{t('schema-changes.refused.more', { n: number(group.count - shown) })}</More>}
    </li>
  )
}

const Reason = chakra('p', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2, mb: 1 } })
const More = chakra('p', { base: { mt: 1, color: 'fg.muted' } })

/** In the person's language where this version or the file has the text, else as the service says it. */
function ReasonText({ group, texts }: { group: Pick<InvalidGroup, 'key' | 'params' | 'message'> } & Pick<SchemaPlan, 'texts'>) {
  const { t, i18n } = useTranslation()
  const { key, params, message } = group
  const own = texts[i18n.language]?.[key] ?? texts['en']?.[key]
  const told = i18n.exists(key) ? t(key, { ...params }) : (own ?? message)
  return <span>{told}</span>
}

function Names({ records, entity }: { records: readonly NamedRecord[]; entity: string }) {
  const { t } = useTranslation()
  return (
    <chakra.ul
      display="flex"
      flexWrap="wrap"
      columnGap={4}
      rowGap={0.5}
      maxH="16rem"
      overflowY="auto"
      tabIndex={records.length > 20 ? 0 : undefined}
    >
      {records.map((record) => {
        const address = addressOf(entity, record)
        const name = record.name === '' ? record.oid : record.name
        return (
          <li key={record.oid}>
            {address === undefined ? name : <RecordLink to={address}>{name}</RecordLink>}{' '}
            <chakra.span color="fg.muted">{t('schema-changes.in', { tenant: record.tenant })}</chakra.span>
          </li>
        )
      })}
    </chakra.ul>
  )
}

/** Where the record is shown; undefined where it has no page of its own. */
function addressOf(entity: string, { oid, tenantOid }: NamedRecord): string | undefined {
  const entry = navigationScreens.find((each) => each.entity === entity)
  if (entry === undefined) return undefined
  if (entry.one) return `/oid/${encodeURIComponent(tenantOid)}/${entry.path}`
  const { editor } = entry.screen
  if (!editor || editor.branchField !== undefined) return undefined
  return `/oid/${encodeURIComponent(tenantOid)}/${entry.path}/consult/${encodeURIComponent(oid)}`
}
