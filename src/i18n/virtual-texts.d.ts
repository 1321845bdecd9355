declare module 'virtual:texts' {
  /** A loader of all texts per language, made from `locales/` at build time. */
  export const loaders: Record<string, () => Promise<{ texts: Record<string, string> }>>
}
