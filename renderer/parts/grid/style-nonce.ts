/** The page's Content-Security-Policy nonce, from the mark that the build puts into the document; absent in tests. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce || undefined
}
