import { HttpProblem } from '../plugins/problem.ts'
import type { Caller } from '../policies/caller.ts'

/** Refuses whoever may not look at the installation. */
export function requireInstallation({ memberships, rightsOn }: Pick<Caller, 'memberships' | 'rightsOn'>): void {
  if (!memberships.some(({ tenant }) => rightsOn(tenant).has('installation', 'read')))
    throw new HttpProblem(403, 'This needs the right to read the installation, which roles of the platform owner give.')
}
