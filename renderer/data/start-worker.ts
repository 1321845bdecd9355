interface TrustedTypesApi {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): { createScriptURL(url: string): string }
}

const policies = new Map<string, { createScriptURL(url: string): string }>()

interface WorkerOptions {
  /** Name of a Trusted Types policy of its own, which accepts this script only; the service's Content-Security-Policy lists it. */
  policy: string
  /** What the browser's tools call the worker. */
  name: string
}

/** Starts a worker from a script of the build. */
export function startWorker(url: string, { policy, name }: WorkerOptions): Worker {
  return new Worker(trusted(url, policy), { type: 'module', name })
}

function trusted(scriptUrl: string, name: string): string {
  const api = (globalThis as { trustedTypes?: TrustedTypesApi }).trustedTypes
  if (!api) return scriptUrl
  const policy =
    policies.get(name) ??
    api.createPolicy(name, {
      createScriptURL: (url) => {
        if (url !== scriptUrl) throw new TypeError(`not the script of ${name}`)
        return url
      },
    })
  policies.set(name, policy)
  return policy.createScriptURL(scriptUrl)
}
