import { chakra } from '@chakra-ui/react'
import { FileQuestionMark } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { RequestError } from '../../data/data-source.ts'
import { errorTexts } from '../../data/error-texts.ts'
import { useHost } from '../../host.tsx'
import type { PageProps } from '../../host.tsx'
import { MissingRight } from '../../missing-right.tsx'
import { BottomBar } from '../../parts/page/bottom-bar.tsx'
import { ButtonLook } from '../../parts/controls/button.tsx'
import { Card } from '../../parts/page/card.tsx'
import { EmptyState, ErrorState, NoRight } from '../../parts/page/empty-state.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { EditorHead } from './editor-head.tsx'
import type { Unavailable } from './page-start.ts'
import { newTitle } from '../layout/editor-texts.ts'
import { sectionCards } from '../layout/layout.ts'
import { editorTexts } from '../layout/editor-texts.ts'
import { layoutOf } from '../layout/layout.ts'
import { OutlineFrame, OutlineSkeleton } from '../outline/outline-frame.tsx'
import { needsOutline } from '../outline/outline.ts'
import { SectionSkeleton } from '../layout/section-skeleton.tsx'

/** Skeleton of the editor while its record loads, with the same cards, fields and bar. */
export function EditorSkeleton({ schema, screen, creating }: PageProps & { creating: boolean }) {
  const host = useHost()
  const { t } = host
  const entity = schema['x-entity'].name
  const layout = layoutOf(schema, screen, creating)
  const blocks = sectionCards(layout.sections)
  const texts = editorTexts(schema, host)
  return (
    <chakra.div display="flex" flexDirection="column" minHeight="full">
      <EditorHead
        schema={schema}
        title={creating ? newTitle(schema, host) : <Skeleton as="span" width="18rem" height="6" aria-label={t(`${entity}.one`)} />}
      />
      <OutlineFrame outline={needsOutline(layout) && <OutlineSkeleton lines={layout.sections.length} />}>
        {blocks.map((block) => (
          <Card key={block.id} title={t(`${entity}.${block.tabbed ? 'tab' : 'section'}.${block.name}`)}>
            {block.sections.slice(0, 1).map((section) => (
              <SectionSkeleton key={section.name} section={section} texts={texts} label={t('editor.loading')} />
            ))}
          </Card>
        ))}
      </OutlineFrame>
      <chakra.div flex={1} />
      <BottomBar mt={6} minH="3.375rem" aria-hidden>
        <Skeleton width="7rem" />
      </BottomBar>
    </chakra.div>
  )
}

interface FailureProps extends Pick<PageProps, 'schema'> {
  error: RequestError
  onRetry: () => void
}

/** Shown instead of a record that does not exist, may not be read, or failed to load. */
export function EditorFailure(props: FailureProps) {
  const { t } = useHost()
  return (
    <>
      <EditorHead schema={props.schema} title={t(`${props.schema['x-entity'].name}.one`)} />
      <Failure {...props} />
    </>
  )
}

function Failure({ schema, error, onRetry }: FailureProps) {
  const host = useHost()
  const { t } = host
  const back = <BackToList schema={schema} />
  if (error.status === 404) {
    return (
      <EmptyState icon={FileQuestionMark} title={t('editor.notFound.title')} actions={back}>
        {t('editor.notFound.about')}
      </EmptyState>
    )
  }
  if (error.status === 403) return <Forbidden schema={schema} operation="read" />
  return (
    <ErrorState
      title={t('editor.failed.title')}
      messages={errorTexts(host, error)}
      requestId={error.requestId === undefined ? undefined : { label: t('editor.failed.requestId'), value: error.requestId }}
      retryLabel={t('editor.failed.retry')}
      onRetry={onRetry}
    />
  )
}

function BackToList({ schema }: Pick<PageProps, 'schema'>) {
  const { t, listPath, listOf } = useHost()
  const { name, singleton } = schema['x-entity']
  if (singleton === true) return null
  const list = listOf(name)
  return (
    <ButtonLook asChild>
      <Link to={listPath(list)}>{t('editor.back', { entities: t(`${list}.many`) })}</Link>
    </ButtonLook>
  )
}

/** Shown when a create or command page is unavailable: missing right, or another reason. */
export function EditorUnavailable({ schema, unavailable }: Pick<PageProps, 'schema'> & { unavailable: Unavailable }) {
  const host = useHost()
  const { command } = schema['x-entity']
  const title = command === undefined ? newTitle(schema, host) : host.t(`${schema['x-entity'].name}.one`)
  return (
    <>
      <EditorHead schema={schema} title={title} />
      {'right' in unavailable ? (
        <Forbidden schema={schema} operation={unavailable.right} />
      ) : (
        <NoRight title={host.t('editor.closed.title')} actions={<BackToList schema={schema} />}>
          {unavailable.because}
        </NoRight>
      )}
    </>
  )
}

function Forbidden({ schema, operation }: Pick<PageProps, 'schema'> & { operation: 'read' | 'create' | 'command' }) {
  const { t, tenant } = useHost()
  const { name } = schema['x-entity']
  const entities = t(operation === 'command' ? `${name}.one` : `${name}.many`)
  return (
    <MissingRight title={t('editor.noRight.title')} actions={<BackToList schema={schema} />}>
      {t(`editor.noRight.${operation}`, { entities, tenant: tenant.name })}
    </MissingRight>
  )
}
