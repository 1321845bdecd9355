import type { Screen } from '../renderer/descriptor/screen.ts'
import type { EntityName } from '../schemas/generated/entity-names.ts'
import { customerScreen } from './customer.screen.ts'
import { partnerScreen } from './partner.screen.ts'

/** Every screen by entity, in the order of the navigation. */
export const screens = {
  partner: partnerScreen,
  customer: customerScreen,
} satisfies Partial<Record<EntityName, Screen>>
