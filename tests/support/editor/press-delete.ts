import type { UserEvent } from '@testing-library/user-event'
import { screen } from '@testing-library/react'

/** Presses the delete button of an editor twice. The second press is a key, because a second click this soon counts as a double click. */
export async function pressDelete(user: UserEvent, name = 'Delete'): Promise<void> {
  await user.click(screen.getByRole('button', { name }))
  await user.keyboard('{Enter}')
}
