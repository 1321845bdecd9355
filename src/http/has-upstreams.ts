import { ABILITIES, type RuntimeConfig } from '../../schemas/tenancy.ts'

/** Whether some base path is answered by a service that offers less than this product's own. */
export const hasUpstreams = ({ abilities }: Pick<RuntimeConfig, 'abilities'>): boolean =>
  Object.values(abilities).some((known) => ABILITIES.some((ability) => !known.includes(ability)))
