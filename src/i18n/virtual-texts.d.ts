declare module 'virtual:texts' {
  /** Loaders of texts by language and part (`TextPart`), made from `locales/` at build time. */
  export const loaders: Record<string, Record<string, () => Promise<Record<string, string>>>>
}
