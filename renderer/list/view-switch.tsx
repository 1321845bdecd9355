import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import { useHost, type PageProps } from '../host.tsx'
import { SegmentGroup, SegmentLook } from '../parts/segments.tsx'
import { listViews } from './list-state.ts'

/** How the list is shown, where its screen knows more ways than rows. */
export function ViewSwitch({ schema, screen, view, onChange }: PageProps & { view: string; onChange: (view: string) => void }) {
  const { t } = useHost()
  const name = useId()
  const views = listViews({ screen })
  if (views.length === 1) return null
  return (
    <SegmentGroup role="radiogroup" aria-label={t('list.view')}>
      {views.map((one) => (
        <SegmentLook key={one}>
          <input type="radio" name={name} checked={one === view} onChange={() => onChange(one)} />
          <chakra.span>{one === 'list' ? t('list.view.list') : t(`${schema['x-entity'].name}.view.${one}`)}</chakra.span>
        </SegmentLook>
      ))}
    </SegmentGroup>
  )
}
