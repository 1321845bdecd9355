import { useCallback } from 'react'
import { useSWRConfig } from 'swr'

/** What is to be loaded again. */
interface Changed {
  /** Entities or themes. */
  names: readonly string[]
  /** A record that is no more: nobody asks for it again. */
  gone?: string | undefined
}

/** Reloads every list, record and journal of what was changed; call it after a plan was applied. */
export function useRefresh(): (changed: Changed) => Promise<void> {
  const { mutate } = useSWRConfig()
  return useCallback(
    async ({ names, gone }: Changed) => {
      const isGone = (key: unknown[]): boolean => key[0] === 'one' && key[2] === gone
      await mutate((key) => Array.isArray(key) && names.includes(String(key[1])) && !isGone(key))
    },
    [mutate],
  )
}
