import type { RendererHost } from '../host.tsx'
import { dateText } from '../parts/text/date-texts.ts'

/** Says where the archive of a journal ends; months are archived whole, as UTC counts them. */
export function archiveText({ t, language }: Pick<RendererHost, 't' | 'language'>, archivedBefore: string): string {
  return t('journal.archived', { date: dateText(new Date(archivedBefore).toISOString().slice(0, 10), 'date', { language }) })
}
