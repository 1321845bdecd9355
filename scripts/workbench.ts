import { watch } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { reference } from './generate/docs/reference.ts'
import { languages, loadTree, type Language, type Tree } from './generate/tree.ts'
import { inspect, prove } from './workbench/inspect.ts'

// The data of the workbench, a page of `npm run dev`: schemas, texts and samples are read anew for each question, and people are told when
// one of them is saved. On the loopback address only; it writes nothing.
const root = resolve(import.meta.dirname, '..')
const listeners = new Set<ServerResponse>()
const SETTLE_MS = 50

let timer: NodeJS.Timeout | undefined
/** The tree since the last save. */
let read: Promise<Tree> | undefined
for (const folder of ['schemas/entities', 'locales'])
  watch(resolve(root, folder), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      read = undefined
      for (const listener of listeners) listener.write('data: saved\n\n')
    }, SETTLE_MS)
  })

const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text)

async function answer(address: URL): Promise<unknown> {
  const asked = address.searchParams.get('language') ?? ''
  const language = isLanguage(asked) ? asked : 'en'
  const entity = address.searchParams.get('entity') ?? ''
  const tree = await (read ??= loadTree(root))
  switch (address.pathname) {
    case '/workbench/api/entities':
      return Object.keys(tree.entities)
    case '/workbench/api/texts':
      return { ...tree.locales.texts.en, ...tree.locales.texts[language] }
    case '/workbench/api/reference':
      return [...reference(tree, [entity]).pages].find(([path]) => path.endsWith(`/${language}/${entity}.html`))?.[1] ?? ''
    case '/workbench/api/proof':
      return prove(tree, entity, language)
    default:
      return inspect(tree, entity, language)
  }
}

createServer((request, response) => {
  const address = new URL(request.url ?? '/', 'http://localhost')
  if (address.pathname === '/workbench/api/changes') {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(': begin\n\n')
    listeners.add(response)
    response.on('close', () => listeners.delete(response))
    return
  }
  const send = (status: number, content: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(JSON.stringify(content))
  }
  answer(address).then(
    (content) => send(200, content),
    // Also while a file is half written, or no JSON.
    (error: unknown) => send(422, { message: (error as Error).message }),
  )
}).listen(Number(process.env['WORKBENCH_PORT']), '127.0.0.1')
