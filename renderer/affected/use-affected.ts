import { useEffect, useEffectEvent, useState } from 'react'
import { useHost } from '../host.tsx'
import { findAffected } from './find-affected.ts'
import type { Affected, TargetRecord } from './find-affected.ts'

/** Hook: whom it affects, looked for once; undefined until that is known, which `onFound` hears first. */
export function useAffected(
  entity: string,
  touched: readonly TargetRecord[],
  onFound?: (affected: Affected) => void,
): Affected | undefined {
  const host = useHost()
  const [affected, setAffected] = useState<Affected>()
  const look = useEffectEvent(() => findAffected(host, entity, touched))
  const show = useEffectEvent((found: Affected) => {
    onFound?.(found)
    setAffected(found)
  })
  useEffect(() => {
    let isOver = false
    void look().then((found) => !isOver && show(found))
    return () => {
      isOver = true
    }
  }, [])
  return affected
}
