import { reportSignIn, windowRole } from './session/window-role.ts'

// Kept tiny: hidden frames and passing windows end here and never load the application.
const role = windowRole(window)
if (role === 'change-password') window.close()
else if (role === 'sign-in-return') reportSignIn(window)
else void import('./start.tsx').then(({ start }) => start())
