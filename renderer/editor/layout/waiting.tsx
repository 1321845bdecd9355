import { chakra } from '@chakra-ui/react'
import type { NeededReference } from '../../../schemas/rules/types.ts'
import { LinkLook } from '../../parts/link-look.tsx'
import { Spinner } from '../../parts/spinner.tsx'
import { useEnvironment } from '../page/environment.tsx'

/** Beside the label: what decides about the field is on its way. Takes no room of its own, so that nothing jumps. */
export function LoadingMark() {
  const { t } = useEnvironment().host
  return (
    <chakra.span role="status" display="inline-flex" alignItems="center" gap={1.5} fontSize="xs" color="fg.subtle">
      <Spinner aria-hidden />
      {t('editor.waiting.loading')}
    </chakra.span>
  )
}

interface FailedNoteProps {
  id: string
  awaited: readonly NeededReference[]
}

/** Below the field: what decides about it cannot be had; the service will decide, or one asks again. */
export function FailedNote({ id, awaited }: FailedNoteProps) {
  const { host, references } = useEnvironment()
  return (
    <chakra.p textStyle="hint" color="warning.fg" role="status">
      <span id={id}>{host.t('editor.waiting.failed')}</span>{' '}
      <LinkLook as="button" type="button" onClick={() => references.retry(awaited)}>
        {host.t('editor.failed.retry')}
      </LinkLook>
    </chakra.p>
  )
}
