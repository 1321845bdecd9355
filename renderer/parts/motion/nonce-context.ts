import { createContext } from 'react'

/** The nonce of the page's Content-Security-Policy: what leaves is laid aside by a style sheet. */
export const NonceContext = createContext<string | undefined>(undefined)
