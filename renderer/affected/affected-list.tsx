import { chakra } from '@chakra-ui/react'
import { ExternalLink } from 'lucide-react'
import type { Dependents } from '../../schemas/dependents.ts'
import { recordPath } from '../descriptor/record-pages.ts'
import { useHost } from '../host.tsx'
import type { RendererHost } from '../host.tsx'
import { LinkLook } from '../parts/text/link-look.tsx'
import type { Affected, AffectedRecord } from './find-affected.ts'

const Block = chakra('section', { base: { marginTop: 3, '& + &': { marginTop: 4 } } })
const Kind = chakra('li', { base: { marginTop: 1.5, listStyle: 'none' } })
const Name = chakra('h3', { base: { fontWeight: 'medium', color: 'fg', fontSize: 'sm' } })

/** Whom a change or deletion affects: for each record, by entity, how many refer to it, the first by name, each leading to its page. */
export function AffectedList({ affected }: { affected: Affected }) {
  const { t } = useHost()
  if ('failure' in affected)
    return (
      <chakra.p role="alert" color="danger.fg">
        {t('affected.failed', { messages: affected.failure })}
      </chakra.p>
    )
  const kept = affected.records.filter(({ isDeleted }) => isDeleted)
  const changed = affected.records.filter(({ isDeleted }) => !isDeleted)
  return (
    <>
      {changed.length > 0 && <p>{t('affected.changed')}</p>}
      {changed.map((record) => (
        <Users key={record.oid} record={record} />
      ))}
      {kept.length > 0 && <chakra.p marginTop={changed.length > 0 ? 4 : 0}>{t('affected.deleted')}</chakra.p>}
      {kept.map((record) => (
        <Users key={record.oid} record={record} />
      ))}
    </>
  )
}

function Users({ record }: { record: AffectedRecord }) {
  return (
    <Block aria-label={record.name}>
      <Name>{record.name}</Name>
      <chakra.ul margin={0} padding={0}>
        {record.dependents.map((dependents) => (
          <UsersOfKind key={dependents.entity} dependents={dependents} />
        ))}
      </chakra.ul>
    </Block>
  )
}

/** Where a record is looked at; undefined for entities without pages. */
function addressOf({ screenOf, listPath, ruleContext }: RendererHost, entity: string, oid: string): string | undefined {
  const screen = screenOf(entity)
  if (screen?.editor === undefined) return undefined
  const { can } = ruleContext(entity)
  return recordPath(listPath(entity), screen, { record: { oid }, link: can.update === true ? 'edit' : 'consult' })
}

function UsersOfKind({ dependents: { entity, count, records } }: { dependents: Dependents }) {
  const host = useHost()
  const { t, language } = host
  const number = new Intl.NumberFormat(language)
  const more = count - records.length
  return (
    <Kind>
      <chakra.span color="fg">{t('affected.kind', { entities: t(`${entity}.many`), count, rows: number.format(count) })}</chakra.span>
      {records.length > 0 && ' '}
      {records.map(({ oid, name }, index) => (
        <span key={oid}>
          {index > 0 && ', '}
          <UserLink name={name ?? t(`${entity}.one`)} to={addressOf(host, entity, oid)} />
        </span>
      ))}
      {records.length > 0 && more > 0 && ` ${t('affected.more', { count: more, rows: number.format(more) })}`}
    </Kind>
  )
}

/** What is typed stays where it is: the other record opens in a window of its own. */
function UserLink({ name, to }: { name: string; to: string | undefined }) {
  const { t } = useHost()
  if (to === undefined) return name
  return (
    <LinkLook href={to} target="_blank" rel="noreferrer" aria-label={t('affected.newWindow', { name })} whiteSpace="nowrap">
      {name}
      <chakra.span asChild display="inline" marginInlineStart="1" verticalAlign="baseline">
        <ExternalLink size={11} aria-hidden />
      </chakra.span>
    </LinkLook>
  )
}
