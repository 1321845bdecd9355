import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a thread whose code stands beside the module at `from`: `<name>.ts` among the sources, which run as they are, `<name>.js` in the
 * bundle.
 */
export function startThread(from: string, name: string, options: WorkerOptions = {}): Worker {
  if (!from.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, from), options)
  const code = new URL(`./${name}.ts`, from)
  return new Worker(`import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(code.href)})))`, {
    ...options,
    eval: true,
    execArgv: [],
  })
}
