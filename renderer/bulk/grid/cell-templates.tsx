import { chakra } from '@chakra-ui/react'
import { CircleAlert, FileX, GitCompareArrows, PencilLine, Plus, TriangleAlert } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { Ref } from 'react'
import { useHost } from '../../host.tsx'
import { NativeCheckbox } from '../../parts/controls/controls.tsx'
import type { RowWindow } from '../sheet/view.ts'

interface Look {
  icon: LucideIcon
  color: string
  /** Locale key. */
  label: string
}

/** Marks in the left margin. */
const marks = {
  gone: { icon: FileX, color: 'warning.fg', label: 'bulk.kind.gone' },
  invalid: { icon: CircleAlert, color: 'danger.fg', label: 'bulk.kind.invalid' },
  conflict: { icon: GitCompareArrows, color: 'warning.fg', label: 'bulk.kind.conflict' },
  new: { icon: Plus, color: 'success.fg', label: 'bulk.kind.new' },
  changed: { icon: PencilLine, color: 'accent.fg', label: 'bulk.kind.changed' },
  warned: { icon: TriangleAlert, color: 'warning.fg', label: 'bulk.severity.warning' },
} satisfies Record<string, Look>

type MarkName = keyof typeof marks

/** The mark of a row; undefined for an unchanged one. */
export function markOf(row: Pick<RowWindow, 'kind' | 'problems'>): MarkName | undefined {
  if (row.kind !== 'unchanged') return row.kind
  return row.problems.length > 0 ? 'warned' : undefined
}

/** Templates from which cells are cloned: rendering each cell with React would take longer than a frame. */
export function CellTemplates({ ref }: { ref: Ref<HTMLDivElement> }) {
  const { t } = useHost()
  return (
    <div hidden ref={ref}>
      {Object.entries(marks).map(([name, { icon: Icon, color, label }]) => (
        <chakra.span key={name} data-template={name} color={color} title={t(label)} role="img" aria-label={t(label)}>
          <Icon size={14} aria-hidden />
        </chakra.span>
      ))}
      <NativeCheckbox data-template="choice" tabIndex={-1} aria-label={t('bulk.select.row')} />
      <NativeCheckbox data-template="choice-of-all" aria-label={t('bulk.select.all')} />
    </div>
  )
}

/** Clones a template. */
export function copyOf(templates: HTMLElement, name: MarkName): HTMLElement
export function copyOf(templates: HTMLElement, name: 'choice' | 'choice-of-all'): HTMLInputElement
export function copyOf(templates: HTMLElement, name: string): HTMLElement {
  const found = templates.querySelector<HTMLElement>(`[data-template="${name}"]`)
  if (!found) throw new Error(`there is no template '${name}'`)
  return found.cloneNode(true) as HTMLElement
}
