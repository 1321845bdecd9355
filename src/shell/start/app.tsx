import { RouterProvider } from 'react-router-dom'
import type { Router } from '../../routes.tsx'
import { ServicesProvider } from '../../services.ts'
import type { Services } from '../../services.ts'
import { RenewalDialog } from '../account/renewal-dialog.tsx'
import { Toasts } from '../toasts/toasts.tsx'

/** The application: services, pages, and what may appear above any page. */
export function App({ services, router }: { services: Services; router: Router }) {
  return (
    <ServicesProvider value={services}>
      <RouterProvider router={router} />
      <RenewalDialog />
      <Toasts onPage={(path) => void router.navigate(path)} />
    </ServicesProvider>
  )
}
