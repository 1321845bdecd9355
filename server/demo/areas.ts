import { companies } from './companies.ts'
import { people } from './people.ts'
import { tenants } from './tenants.ts'
import type { DemoArea } from './world.ts'

/** What the demo world is made of, in this order: whoever refers to something comes after it. */
export const AREAS: readonly DemoArea[] = [tenants, people, companies]
