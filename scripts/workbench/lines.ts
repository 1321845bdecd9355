import type { Finding } from '../../schemas/finding.ts'

/** The line (from 1) of each place of a JSON text, by JSON Pointer: that of its key, or of the item itself. */
export function linesOf(json: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>([['', 1]])
  /** Open objects and lists: pointer, and the position of the next item of a list. */
  const open: { pointer: string; next: number | undefined }[] = []
  let line = 1
  let pointer = ''
  const begin = (): void => {
    const around = open.at(-1)
    if (around?.next === undefined) return
    pointer = `${around.pointer}/${around.next}`
    around.next += 1
    lines.set(pointer, line)
  }
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}\n]|[^\s"[\]{},:]+/g)) {
    if (token === '\n') line += 1
    else if (token === '}' || token === ']') pointer = open.pop()?.pointer ?? ''
    else if (isKey(json, index + token.length) && token.startsWith('"')) {
      pointer = `${open.at(-1)?.pointer ?? ''}/${escaped(JSON.parse(token) as string)}`
      lines.set(pointer, line)
    } else {
      begin()
      if (token === '{' || token === '[') open.push({ pointer, next: token === '[' ? 0 : undefined })
    }
  }
  return lines
}

const isKey = (json: string, end: number): boolean => /^\s*:/.test(json.slice(end, end + 40))

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/**
 * The line that a finding is about: that of its place, else of the nearest place around it. `where` holds a JSON Pointer behind the file's name,
 * or the path of a field (`/site/name`), a rule by its id, or the path in a file of samples.
 */
export function lineOfFinding({ where, message }: Pick<Finding, 'where' | 'message'>, json: string): number {
  const [, place = ''] = /^[^:]*?\.json(?:: ?)?(.*)$/.exec(where) ?? []
  const [, path = '', named] = /^(.*?)\/?(?:x-rules "([^"]+)")?$/.exec(place) ?? []
  const rule = named ?? (path === '' ? /\brule "([^"]+)"/.exec(message)?.[1] : undefined)
  if (rule !== undefined) {
    const line = json.split('\n').findIndex((text) => text.includes(`"id": "${rule}"`))
    if (line >= 0) return line + 1
  }
  const lines = linesOf(json)
  const pointer = path === '' || path.startsWith('/') ? path : `/${path}`
  return nearest(lines, pointer) ?? nearest(lines, fieldPointer(pointer)) ?? 1
}

/** A field's path as the pointer of its property: `/site/name` to `/properties/site/properties/name`. */
const fieldPointer = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => (name === '*' ? '/items' : `/properties/${name}`))
    .join('')

function nearest(lines: ReadonlyMap<string, number>, pointer: string): number | undefined {
  for (let place = pointer; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
    const line = lines.get(place)
    if (line !== undefined) return line
  }
  return undefined
}
