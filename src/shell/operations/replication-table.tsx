import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { StatusDot, type StatusKind } from '../../../renderer/parts/text/status-dot.tsx'
import type { Follower, Operations } from '../../../schemas/operations.ts'
import { FiguresTable } from './figures-table.tsx'
import { useFigureFormats } from './use-figure-formats.ts'

const NONE = '–'

const kinds: Record<NonNullable<Follower['state']>, StatusKind> = {
  startup: 'warning',
  catchup: 'warning',
  streaming: 'success',
  backup: 'info',
  stopping: 'warning',
}

/** Who follows the primary, by its own word; nothing of a database that nothing can follow. */
export function ReplicationTable({ replication }: Pick<Operations['database'], 'replication'>) {
  const { t } = useTranslation()
  const { seconds, bytes } = useFigureFormats()
  if (replication === null) return null
  const { isReadable, followers } = replication
  return (
    <FiguresTable
      title={t('operations.replication')}
      none={t(isReadable ? 'operations.replication.none' : 'operations.replication.unreadable')}
      rows={followers.map((follower, index) => ({ ...follower, index }))}
      keyOf={({ index }) => String(index)}
      columns={[
        { name: t('operations.follower'), value: (follower) => <FollowerName follower={follower} /> },
        { name: t('operations.follower.state'), value: ({ state }) => <FollowerState state={state} /> },
        { name: t('operations.follower.sync'), value: ({ sync }) => (sync === null ? NONE : t(`operations.follower.sync.${sync}`)) },
        { name: t('operations.follower.bytes'), value: ({ lagBytes }) => (lagBytes === null ? NONE : bytes(lagBytes)), isNumber: true },
        {
          name: t('operations.follower.seconds'),
          value: ({ lagSeconds }) => (lagSeconds === null ? NONE : seconds(lagSeconds)),
          isNumber: true,
        },
      ]}
    />
  )
}

function FollowerName({ follower: { name, address } }: { follower: Follower }) {
  return (
    <>
      {name}
      {address !== null && (
        <chakra.code ml={2} fontFamily="mono" color="fg.muted">
          {address}
        </chakra.code>
      )}
    </>
  )
}

function FollowerState({ state }: Pick<Follower, 'state'>) {
  const { t } = useTranslation()
  return state === null ? NONE : <StatusDot kind={kinds[state]}>{t(`operations.follower.state.${state}`)}</StatusDot>
}
