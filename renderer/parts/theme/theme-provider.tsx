import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { ChakraProvider } from '@chakra-ui/react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { system } from './system.ts'

/** Puts the theme around the application. `nonce` is the one of the page's Content-Security-Policy; without it styles are blocked. */
export function ThemeProvider({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const [cache] = useState(() => createCache({ key: 'ui', ...(nonce ? { nonce } : {}) }))
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={system}>{children}</ChakraProvider>
    </CacheProvider>
  )
}
