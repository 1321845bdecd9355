import { readEnv, readOldKey } from '../../../server/env/env.ts'

/** Names of the variables that the service reads; those of forwards (`UPSTREAM_…`) are found by what they begin with. */
export function askedVariables(): Set<string> {
  const asked = new Set<string>()
  const source = new Proxy<Record<string, string>>({}, { get: (_, name) => void asked.add(String(name)) })
  readEnv(source, [])
  readOldKey(source)
  return asked
}
