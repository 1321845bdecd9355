import { chakra } from '@chakra-ui/react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NativeSelect } from '../../../../renderer/parts/controls/controls.tsx'
import { Field } from '../../../../renderer/parts/controls/field.tsx'
import { Card } from '../../../../renderer/parts/page/card.tsx'
import { entityMeta } from '../../../../schemas/generated/entity-meta.ts'
import type { EntityName } from '../../../../schemas/generated/entity-names.ts'
import { navigationScreens } from '../../../screen-addresses.ts'
import { useCurrentTenant } from '../../tenants/use-current-tenant.ts'
import { CopyLines } from './copy-lines.tsx'
import { usageLines } from './usage-lines.ts'

const entities = navigationScreens.map(({ entity }) => entity).filter((entity) => entityMeta[entity].command === undefined)

/** Lines to copy that read the records of an entity with a token. */
export function UsageCard() {
  const { t } = useTranslation()
  const id = useId()
  const { tenant } = useCurrentTenant()
  const [entity, setEntity] = useState<EntityName>('customer')
  const lines = usageLines(entityMeta[entity], { url: location.origin, tenantOid: tenant?.oid ?? '' })
  return (
    <Card title={t('tokens.usage')}>
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={4}>
        <Field id={id} label={t('tokens.usage.entity')} help={t('tokens.usage.help')}>
          <NativeSelect
            id={id}
            value={entity}
            aria-describedby={`${id}__help`}
            onChange={(event) => setEntity(event.target.value as EntityName)}
          >
            {entities.map((name) => (
              <option key={name} value={name}>
                {t(`${name}.many`)}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <CopyLines key={`curl ${entity}`} label="curl" text={lines.curl} />
        <CopyLines key={`typed ${entity}`} label="TypeScript" text={lines.typed} />
        <CopyLines key={`line ${entity}`} label={t('tokens.usage.commandLine')} text={lines.commandLine} />
        <chakra.a href="/openapi.json" fontSize="sm" color="accent.fg" textDecoration="underline" w="fit-content">
          {t('tokens.usage.openApi')}
        </chakra.a>
      </chakra.div>
    </Card>
  )
}
