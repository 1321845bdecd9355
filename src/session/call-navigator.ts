import type { INavigator } from 'oidc-client-ts'

/**
 * Follows a silent sign-in by a call instead of in a hidden frame: no document has to be made. It takes a provider on the console's own
 * origin, where the call carries the provider's cookies and may see where its redirects end.
 */
export function createCallNavigator(timeoutSeconds: number): INavigator {
  return {
    prepare: async () => ({
      navigate: async ({ url }) => {
        const answer = await fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(timeoutSeconds * 1000) })
        return { url: answer.url }
      },
      close: () => undefined,
    }),
    callback: async () => undefined,
  }
}
