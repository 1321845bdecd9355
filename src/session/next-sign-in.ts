const askKey = 'SOC_ASK_SIGN_IN'

/** The next sign-in in this browser asks who it is, though the provider may still know somebody: they signed out here, or were refused. */
export function askNextTime(): void {
  localStorage.setItem(askKey, '1')
}

export function mustAsk(): boolean {
  return localStorage.getItem(askKey) !== null
}

/** Somebody has signed in. */
export function forgetToAsk(): void {
  localStorage.removeItem(askKey)
}
