declare module 'virtual:texts' {
  /** Loaders of texts by language and part (`base`, a page kind, an entity), made from `locales/` at build time. */
  export const loaders: Record<string, Record<string, () => Promise<{ texts: Record<string, string> }>>>
}
