import { useState } from 'react'
import useSWR from 'swr'
import { RequestError } from '../../../renderer/data/data-source.ts'
import { SCHEMA_FILE_LIMIT, type Examination } from '../../../schemas/schema-plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { useServices } from '../../services.ts'

const CALL = '/api/v1/schemaExaminations'
const REFRESH_MS = 1_000

/** Why no examination began: the key of a text, or what the service said. */
export interface Refusal {
  key: string
  params?: Rec
  message?: string
}

/** The examination that is shown, and what can be done. */
export interface ExaminationControl {
  examination: Examination | undefined
  refusal: Refusal | undefined
  /** A file is being sent. */
  isSending: boolean
  begin(file: File): Promise<void>
  cancel(): Promise<void>
}

/** Hook: the latest examination, or the one begun here. `latest` comes with the page. */
export function useExamination(latest: Examination | null): ExaminationControl {
  const { client } = useServices()
  const [begun, setBegun] = useState<Examination>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [isSending, setSending] = useState(false)
  const first = begun ?? latest ?? undefined
  const { data, mutate } = useSWR<Examination | undefined, Error>(
    first ? `${CALL}/${first.oid}` : null,
    async (address: string) => (await client.request<{ data: Examination[] }>('GET', address, { retries: 0 })).data[0],
    {
      ...(first && { fallbackData: first }),
      refreshInterval: (known) => ((known ?? first)?.state === 'running' ? REFRESH_MS : 0),
      revalidateOnMount: first?.state === 'running',
      shouldRetryOnError: true,
    },
  )
  return {
    examination: data,
    refusal,
    isSending,
    async begin(file) {
      setRefusal(undefined)
      setSending(true)
      try {
        const found = await unsuitable(file)
        if (found) setRefusal(found)
        else setBegun((await client.request<{ data: Examination[] }>('POST', CALL, { body: file, retries: 0 })).data[0])
      } catch (error) {
        setRefusal(refusalOf(error))
      } finally {
        setSending(false)
      }
    },
    async cancel() {
      if (!first) return
      try {
        await mutate((await client.request<{ data: Examination[] }>('DELETE', `${CALL}/${first.oid}`)).data[0], { revalidate: false })
      } catch (error) {
        setRefusal(refusalOf(error))
      }
    },
  }
}

/** What can be said of a file without sending it. */
async function unsuitable(file: File): Promise<Refusal | undefined> {
  if (file.size > SCHEMA_FILE_LIMIT) return { key: 'size', params: { limit: SCHEMA_FILE_LIMIT / 1024 / 1024 } }
  try {
    JSON.parse(await file.text())
    return undefined
  } catch {
    return { key: 'json' }
  }
}

const PREFIX = 'schema-changes.failure.'

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof RequestError)) return { key: 'broken' }
  const [first] = error.errors
  if (first?.key.startsWith(PREFIX)) return { key: first.key.slice(PREFIX.length), ...(first.params && { params: first.params }) }
  return { key: 'refused', message: error.messages.join(' ') }
}
