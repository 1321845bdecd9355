import { useTranslation } from 'react-i18next'
import { isEntityName } from '../../../schemas/generated/entity-names.ts'

/** Hook: what people call an entity; its identifier where only another version knows it. */
export function useEntityName(): (entity: string) => string {
  const { t } = useTranslation()
  return (entity) => (isEntityName(entity) ? t(`${entity}.many`) : entity)
}
