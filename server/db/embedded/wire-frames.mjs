// The frames of PostgreSQL's wire protocol: one byte of type, four of length (itself included), then the contents.

const HEADER_BYTES = 5
const READY = 'Z'.charCodeAt(0)
/** What ends a statement: complete, empty, suspended, refused, or a `Close` instead of one; `R` greets at the start. */
const ENDS = new Set([...'CIsE3R'].map((letter) => letter.charCodeAt(0)))
/** What the client waits for an answer of: `Query` and `Sync`. */
const ASKS = new Set([...'QS'].map((letter) => letter.charCodeAt(0)))

/** Calls back with the type of every frame; chunks may end anywhere. */
class FrameReader {
  #header = new Uint8Array(HEADER_BYTES)
  #filled = 0
  #left = 0

  /** @param {Uint8Array} bytes @param {(type: number) => void} seen */
  read(bytes, seen) {
    for (let at = 0; at < bytes.length;) {
      if (this.#left > 0) {
        const part = Math.min(this.#left, bytes.length - at)
        this.#left -= part
        at += part
        continue
      }
      this.#header[this.#filled++] = bytes[at++] ?? 0
      if (this.#filled < HEADER_BYTES) continue
      this.#filled = 0
      const [type = 0, a = 0, b = 0, c = 0, d = 0] = this.#header
      this.#left = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d - 4
      seen(type)
    }
  }
}

/** Tells an answer of PostgreSQL from what a crashed one leaves: every request ends with its outcome, then `ReadyForQuery`. */
export class AnswerCheck {
  #frames = new FrameReader()
  #ended = false
  #ready = 0
  #cutShort = false

  /** @param {Uint8Array} bytes */
  read(bytes) {
    this.#frames.read(bytes, (type) => {
      if (ENDS.has(type)) this.#ended = true
      if (type !== READY) return
      if (!this.#ended) this.#cutShort = true
      this.#ended = false
      this.#ready++
    })
  }

  /** What is wrong, once all is read. @param {number} asked how many answers were due @returns {string | undefined} */
  faultOf(asked) {
    if (this.#cutShort) return 'a statement ended without an outcome'
    return this.#ready === asked ? undefined : `${this.#ready} of ${asked} requests were answered`
  }
}

/** How many answers a request of the client asks for. @param {Uint8Array} request whole messages, or the one that starts a session */
export function countSyncs(request) {
  if (request[0] === 0) return 1
  let count = 0
  new FrameReader().read(request, (type) => {
    if (ASKS.has(type)) count++
  })
  return count
}
