/** Addresses of the sign-in round trip, relative to the application's root; the identity provider has to know them. */
export const signInAddresses = {
  /** Whole page. */
  callback: '/auth/callback',
  /** Hidden frame. */
  silent: '/auth/silent',
  popup: '/auth/popup',
  /** Where the provider leads after signing out. */
  signedOut: '/auth/signed-out',
}
