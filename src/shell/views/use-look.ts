import { useSyncExternalStore } from 'react'

type Look = 'light' | 'dark'

/** The colour mode that the console shows now. */
export function currentLook(): Look {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}

/** The same, followed. */
export function useLook(): Look {
  return useSyncExternalStore(follow, currentLook)
}

function follow(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['class'] })
  return () => observer.disconnect()
}
