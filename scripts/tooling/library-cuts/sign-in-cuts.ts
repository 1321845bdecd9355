import type { EmptiedFunctions } from './cut.ts'
import { methodsOf } from './methods-of.ts'

/**
 * We sign in by code and proof key, in the page, a hidden frame or a window, and renew when we want to: no passwords, no keys of
 * the client's own, no watching of the provider's session; hidden frames and windows report back without the library.
 */
export const signInEmptied: EmptiedFunctions = {
  file: '/oidc-client-ts/dist/esm/oidc-client-ts.js',
  names: [
    ...methodsOf('UserManager', [
      'signinResourceOwnerCredentials',
      'signinCallback',
      'signinPopupCallback',
      'signinSilentCallback',
      'signoutCallback',
      'signoutRedirectCallback',
      'signoutPopup',
      'signoutPopupCallback',
      'signoutSilent',
      'signoutSilentCallback',
      'querySessionStatus',
      'revokeTokens',
      '_revokeInternal',
      'startSilentRenew',
      'stopSilentRenew',
      'clearStaleState',
      'dpopProof',
      'generateDPoPJkt',
      '_signout',
      '_signoutEnd',
    ]),
    ...methodsOf('OidcClient', [
      'processResourceOwnerPasswordCredentials',
      'processSignoutResponse',
      'readSignoutResponseState',
      'revokeToken',
      'getDpopProof',
    ]),
    ...methodsOf('TokenClient', ['exchangeCredentials', 'revoke']),
    ...methodsOf('ResponseValidator', ['validateCredentialsResponse', 'validateSignoutResponse']),
    ...methodsOf('SessionMonitor', ['constructor']),
    ...methodsOf('SilentRenewService', ['start', 'stop']),
    ...methodsOf('CheckSessionIFrame', ['constructor']),
    ...methodsOf('MetadataService', ['getSigningKeys']),
    ...methodsOf('UserInfoService', ['getClaims']),
    ...methodsOf('_CryptoUtils', ['generateDPoPProof', 'generateDPoPJkt', 'generateClientAssertionJwt', 'customCalculateJwkThumbprint']),
    ...methodsOf('JwtUtils', ['generateSignedJwt', 'generateSignedJwtWithHmac']),
  ],
}
