import type { RendererHost } from '../host.tsx'

/** Says where the archive of a journal ends; months are archived whole, as UTC counts them. */
export function archiveText({ t, language }: Pick<RendererHost, 't' | 'language'>, archivedBefore: string): string {
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(archivedBefore))
  return t('journal.archived', { date })
}
