import { createServer, type AddressInfo, type Socket } from 'node:net'

/** A mail as the catcher received it. */
export interface CaughtMail {
  from: string
  to: string[]
  /** The sender's credentials as `user:password`; absent if the sender did not authenticate. */
  credentials?: string
  subject: string
  /** The decoded parts by media type. */
  parts: Record<string, string>
}

/** A test mail server on the loopback address: accepts every mail and delivers none. */
export interface MailCatcher {
  port: number
  mails: CaughtMail[]
  /** Makes the server refuse or accept recipients from now on. */
  refuse(isRefused: boolean): void
  close(): Promise<void>
}

/** Starts a mail catcher. */
export async function mailCatcher(): Promise<MailCatcher> {
  const mails: CaughtMail[] = []
  let isRefusing = false
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)))
    serveConnection(socket, { receive: (mail) => mails.push(mail), isRefusing: () => isRefusing })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    refuse: (isRefused) => (isRefusing = isRefused),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Serves one connection (RFC 5321), as far as a correct sender needs it. */
function serveConnection(
  socket: Socket,
  { receive, isRefusing }: { receive: (mail: CaughtMail) => void; isRefusing: () => boolean },
): void {
  let [from, credentials, rest] = ['', '', '']
  let to: string[] = []
  let lines: string[] | undefined
  const say = (text: string): void => void socket.write(`${text}\r\n`)
  const command = (line: string): void => {
    const address = /<(.*?)>/.exec(line)?.[1] ?? ''
    if (/^ehlo/i.test(line)) say('250-catcher\r\n250 AUTH PLAIN')
    else if (/^auth plain /i.test(line)) {
      credentials = Buffer.from(line.slice(11), 'base64').toString().split('\0').slice(1).join(':')
      say('235 yes')
    } else if (/^mail from/i.test(line)) {
      ;[from, to] = [address, []]
      say('250 yes')
    } else if (/^rcpt to/i.test(line)) {
      if (isRefusing()) return say('550 nobody of that name')
      to.push(address)
      say('250 yes')
    } else if (/^data/i.test(line)) {
      lines = []
      say('354 go on')
    } else if (/^quit/i.test(line)) socket.end('221 bye\r\n')
    else say('250 yes')
  }
  say('220 catcher')
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    const pieces = (rest + chunk.toString('latin1')).split('\r\n')
    rest = pieces.pop() ?? ''
    for (const line of pieces) {
      if (lines === undefined) command(line)
      else if (line === '.') {
        receive({ from, to, ...(credentials !== '' && { credentials }), ...read(lines.join('\r\n')) })
        lines = undefined
        say('250 taken')
      } else lines.push(line.replace(/^\./, ''))
    }
  })
}

function read(source: string): Pick<CaughtMail, 'subject' | 'parts'> {
  const { headers, body } = entity(source)
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1]
  const pieces = boundary === undefined ? [source] : body.split(`--${boundary}`).slice(1, -1)
  const parts = pieces.map((piece) => entity(piece.replace(/^\r\n/, '')))
  return {
    subject: words(headers['subject'] ?? ''),
    parts: Object.fromEntries(parts.map((part) => [(part.headers['content-type'] ?? '').split(';')[0], decoded(part)])),
  }
}

function entity(source: string): { headers: Record<string, string>; body: string } {
  const end = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const)
  return { headers: Object.fromEntries(headers), body: source.slice(end + 4) }
}

function decoded({ headers, body }: { headers: Record<string, string>; body: string }): string {
  const encoding = headers['content-transfer-encoding']?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? quoted(body.replace(/=\r\n/g, '')) : Buffer.from(body, 'latin1').toString()
}

/** Encoded words of a header (RFC 2047). */
function words(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_match, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : quoted(word.replaceAll('_', ' ')),
    )
}

function quoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
