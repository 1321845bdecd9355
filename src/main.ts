import { reportSignIn, windowRole } from './session/window-role.ts'

// Kept tiny: hidden frames and passing windows end here and never load the application.
const role = windowRole(window)
if (role === 'change-password') window.close()
else if (role === 'sign-in-return') reportSignIn(window)
else open()

/** The way to the provider and back takes longer than the application takes to load: it begins first. */
function open(): void {
  const early = import('./session/early-sign-in.ts').then(({ startEarly }) => startEarly(window.location))
  early.catch(() => undefined)
  void import('./start.tsx').then(({ start }) => start(early))
}
