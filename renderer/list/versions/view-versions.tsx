import { chakra } from '@chakra-ui/react'
import { useEffect, useMemo, useState } from 'react'
import type { ListViewState } from '../../../schemas/list-views.ts'
import { useHost, type PageProps } from '../../host.tsx'
import { Chip } from '../../parts/text/chip.tsx'
import { useListColumns } from '../columns/use-list-columns.ts'
import { viewParts, type VersionText, type ViewPart } from './view-parts.ts'

const Group = chakra('section', { base: { minWidth: 0 } })
const Name = chakra('h3', { base: { marginBottom: 1.5, textStyle: 'label', color: 'fg' } })
// As in the question about a record that two people have changed; a script of its own for what both share would come with every list.
const VersionList = chakra('div', { base: { display: 'grid', gap: 4, marginTop: 3 } })
const VersionPair = chakra('div', { base: { display: 'grid', gridTemplateColumns: { base: '1fr', md: '1fr 1fr' }, gap: 2 } })
const Version = chakra('div', {
  base: {
    padding: 2,
    minWidth: 0,
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'border.strong',
    borderRadius: 'md',
    overflowWrap: 'anywhere',
  },
})
const Texts = chakra('ul', { base: { display: 'flex', flexWrap: 'wrap', gap: 1, marginTop: 1, listStyle: 'none', padding: 0 } })

interface ViewVersionsProps extends PageProps {
  /** Who saved the other version. */
  person: string
  theirs: ListViewState
  /** The person's own. */
  mine: ListViewState
}

/** Two versions of a view side by side, what differs first. */
export function ViewVersions({ schema, screen, person, theirs, mine }: ViewVersionsProps) {
  const { t } = useHost()
  const parts = useParts({ schema, screen }, { theirs, mine })
  const [different, same] = [parts.filter(({ isSame }) => !isSame), parts.filter((part) => part.isSame && part.mine.length > 0)]
  return (
    <>
      {different.length === 0 && <chakra.p mt={3}>{t('palette.views.sameLook')}</chakra.p>}
      <VersionList>
        {different.map((part) => (
          <Group key={part.id} aria-label={t(`palette.views.part.${part.id}`)}>
            <Name>{t(`palette.views.part.${part.id}`)}</Name>
            <VersionPair>
              <OneVersion owner={t('palette.views.by', { person })} texts={part.theirs} text={textOf(part, theirs)} />
              <OneVersion owner={t('palette.views.mine')} texts={part.mine} text={textOf(part, mine)} />
            </VersionPair>
            {part.isReordered && (
              <chakra.p textStyle="hint" mt={1}>
                {t('palette.views.reordered')}
              </chakra.p>
            )}
          </Group>
        ))}
      </VersionList>
      {same.length > 0 && (
        <chakra.p textStyle="hint" mt={4}>
          {t('palette.views.same', { parts: same.map(({ id }) => t(`palette.views.part.${id}`)).join(', ') })}
        </chakra.p>
      )}
    </>
  )
}

const whereOf = ({ query }: ListViewState): string => new URLSearchParams(query).get('where') ?? ''

/** Conditions as the text that can be pasted, beside their words. */
const textOf = ({ id }: ViewPart, state: ListViewState): string => (id === 'where' ? whereOf(state) : '')

interface Versions {
  theirs: ListViewState
  mine: ListViewState
}

function useParts({ schema, screen }: PageProps, { theirs, mine }: Versions): ViewPart[] {
  const host = useHost()
  const columns = useListColumns({ schema, screen })
  const [said, setSaid] = useState<ReadonlyMap<string, string[]>>(new Map())
  useEffect(() => {
    let isGone = false
    const texts = [...new Set([whereOf(theirs), whereOf(mine)])].filter((where) => where !== '')
    void Promise.all(texts.map(async (where) => [where, (await host.filterWords?.(schema, where, host)) ?? [where]] as const))
      .then((words) => !isGone && setSaid(new Map(words)))
      // Their text stands for them.
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [theirs, mine, schema, host])
  return useMemo(() => {
    const words = { t: host.t, hasText: host.hasText, language: host.language }
    const whereWords = (where: string) => (where === '' ? [] : (said.get(where) ?? [where]))
    return viewParts({ schema, screen, columns }, { theirs, mine }, { ...words, whereWords })
  }, [schema, screen, columns, theirs, mine, said, host])
}

function OneVersion({ owner, texts, text }: { owner: string; texts: readonly VersionText[]; text: string }) {
  const { t } = useHost()
  return (
    <Version>
      <chakra.span display="block" textStyle="hint">
        {owner}
      </chakra.span>
      {texts.length === 0 ? (
        <chakra.p fontSize="sm" color="fg.muted" mt={1}>
          {t('palette.views.nothing')}
        </chakra.p>
      ) : (
        <Texts>
          {texts.map((one) => (
            <li key={one.text}>
              <Chip kind={one.isOnly ? 'accent' : 'neutral'} h="auto" minH={6} maxW="full" whiteSpace="normal">
                {one.isOnly && <chakra.span srOnly>{t('palette.views.only')} </chakra.span>}
                {one.text}
              </Chip>
            </li>
          ))}
        </Texts>
      )}
      {text !== '' && (
        <chakra.code
          display="block"
          mt={1.5}
          fontFamily="mono"
          fontSize="xs"
          fontVariantLigatures="none"
          color="fg.muted"
          overflowWrap="anywhere"
        >
          {text}
        </chakra.code>
      )}
    </Version>
  )
}
