import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useServices } from '../../services.ts'
import { sessionState } from '../../session/session-state.ts'
import { Disconnected } from '../disconnected.tsx'

/** `/logout`: says so, and signs out with the provider whoever is signed in. */
export function LogoutPage() {
  const { session } = useServices()
  const { authentication } = useSnapshot(sessionState)
  useEffect(() => {
    if (authentication === 'authenticated') void session.signOut()
  }, [authentication, session])
  return <Disconnected />
}
