import pg from 'pg'

/**
 * Writes and reads one row after another over a connection of its own, and answers each message with the longest wait since the one before,
 * in milliseconds. A process of its own: what keeps the service busy must not count as waiting for the database.
 */
const [url = '', rows = '1'] = process.argv.slice(2)
const client = new pg.Client({ connectionString: url })
await client.connect()
let longestMs = 0
process.on('message', () => {
  process.send?.(longestMs)
  longestMs = 0
})
process.on('disconnect', () => process.exit())

const timed = async (text, values) => {
  const from = performance.now()
  await client.query(text, values)
  longestMs = Math.max(longestMs, performance.now() - from)
}
for (let round = 0; ; round++) {
  const oid = `pier${(round * 7919) % Number(rows) || 1}`
  await timed('update entity.pier set updated_at = now() where oid = $1', [oid])
  await timed('select data from entity.pier where oid = $1', [oid])
  await new Promise((done) => setTimeout(done, 5))
}
