/** Message between tabs about a record. */
export interface RecordMessage {
  entity: string
  oid: string
  /** Absent: the record was deleted. */
  revision?: number
}

const channelName = 'record-changes'

const isRecordMessage = (value: unknown): value is RecordMessage =>
  typeof value === 'object' && value !== null && 'entity' in value && 'oid' in value

/** Notifies other tabs of this browser that a record changed or was deleted. Does nothing without `BroadcastChannel`. */
export function broadcastRecord(news: RecordMessage): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(news)
  channel.close()
}

/** Subscribes to messages of other tabs about one record; returns an unsubscribe function. */
export function subscribeToRecord(entity: string, oid: string, onNews: (news: RecordMessage) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (isRecordMessage(event.data) && event.data.entity === entity && event.data.oid === oid) onNews(event.data)
  })
  return () => channel.close()
}
