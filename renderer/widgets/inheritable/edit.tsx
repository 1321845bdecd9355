import type { EditProps } from '../contract.ts'
import { SegmentedEdit } from '../segmented/edit.tsx'

/** On, off, or as inherited, with what that is at present. */
export function InheritableEdit(props: EditProps<boolean | null>) {
  const { inherited, t } = props
  const word = (value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'editor.toggle.on' : 'editor.toggle.off')
    return typeof inherited === 'boolean'
      ? t('editor.inherited.now', { value: t(inherited ? 'editor.toggle.on' : 'editor.toggle.off') })
      : t('editor.inherited')
  }
  return (
    <SegmentedEdit
      {...props}
      value={props.value ?? null}
      property={{ ...props.property, enum: [null, true, false] }}
      optionLabel={word}
      onChange={(value) => props.onChange(value as boolean | null)}
    />
  )
}
