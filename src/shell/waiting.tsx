import { chakra } from '@chakra-ui/react'
import { LoadingMessage } from './loading-message.tsx'

/** The window until it is known whether somebody is signed in. */
export function Waiting() {
  return (
    <chakra.main>
      <LoadingMessage />
    </chakra.main>
  )
}
