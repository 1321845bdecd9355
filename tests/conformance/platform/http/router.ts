import type { Handler, Routes } from './call.ts'

interface Match {
  handler: Handler
  params: Record<string, string>
}

interface Route {
  method: string
  parts: string[]
  handler: Handler
}

/** Finds the handler of a call; `wrongMethod` where only other methods have one. */
export type Find = (method: string, path: string) => Match | 'notFound' | 'wrongMethod'

/** Routes with fewer parts in braces win, those with an open end last: `/full/teleEngine` before `/full/{id}`. */
export function router(routes: Routes): Find {
  const all = Object.entries(routes).map(([key, handler]): Route => {
    const [method = '', path = ''] = key.split(' ')
    return { method, parts: path.split('/'), handler }
  })
  const open = ({ parts }: Route): number => parts.filter((part) => part.startsWith('{')).length + (parts.at(-1) === '{rest*}' ? 100 : 0)
  const sorted = all.toSorted((a, b) => open(a) - open(b))
  return (method, path) => {
    const parts = path.split('/')
    const fitting = sorted.flatMap((route) => {
      const params = matched(route.parts, parts)
      return params ? [{ route, params }] : []
    })
    const found = fitting.find(({ route }) => route.method === method)
    if (found) return { handler: found.route.handler, params: found.params }
    return fitting.length > 0 ? 'wrongMethod' : 'notFound'
  }
}

/** `{rest*}` as the last part stands for everything below. */
function matched(pattern: string[], parts: string[]): Record<string, string> | undefined {
  const isOpenEnded = pattern.at(-1) === '{rest*}'
  if (isOpenEnded ? parts.length < pattern.length : parts.length !== pattern.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const value = parts[index] ?? ''
    if (part === '{rest*}') return params
    if (part.startsWith('{')) {
      if (value === '') return undefined
      params[part.slice(1, -1)] = decoded(value)
    } else if (part !== value) return undefined
  }
  return params
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
