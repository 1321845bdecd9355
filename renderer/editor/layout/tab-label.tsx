import { chakra } from '@chakra-ui/react'
import type { TabItem } from '../../parts/controls/light-tabs.tsx'
import type { RendererHost } from '../../host.tsx'

/** Number of shown errors and of changes in a part of the page. */
export interface Marks {
  errors: number
  changes: number
}

const Ring = chakra('span', {
  base: {
    flexShrink: 0,
    boxSize: 1.5,
    borderRadius: 'full',
    borderWidth: '1.5px',
    borderStyle: 'solid',
    borderColor: 'accent.solid',
  },
})

/** Marks a part of the page in which something was changed. */
export function ChangedMark({ label }: { label: string }) {
  return <Ring role="img" aria-label={label} />
}

/** A tab with what marks it: an invalid marker before all else, a ring for changes. */
export function tabItem(item: Pick<TabItem, 'id' | 'label' | 'count'>, marks: Marks, t: RendererHost['t']): TabItem {
  return {
    ...item,
    label: (
      <>
        {item.label}
        {marks.changes > 0 && <ChangedMark label={t('editor.tab.changed', { count: marks.changes })} />}
      </>
    ),
    ...(marks.errors > 0 ? { alert: { kind: 'danger', label: t('editor.tab.invalid', { count: marks.errors }) } } : {}),
  }
}
