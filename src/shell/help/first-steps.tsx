import { chakra } from '@chakra-ui/react'
import { CircleCheck, Circle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import useSWR from 'swr'
import { createPath } from '../../../renderer/descriptor/record-pages.ts'
import { useHost, type RendererHost } from '../../../renderer/host.tsx'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { entryScreens, type NavigationScreen } from '../../screen-addresses.ts'

/** Steps that an empty tenant is offered. */
const most = 3

interface Step {
  entry: NavigationScreen
  isDone: boolean
}

/** The first kinds of records, in the order of the navigation, that the person may add to in this tenant: of those that have a sheet, as a tenant has many. */
function firstKinds(host: RendererHost): NavigationScreen[] {
  return entryScreens
    .filter(({ entity, screen, one, tabOf }) => {
      const { readOnly, command, writtenByCommands } = entityMeta[entity] as {
        readOnly?: boolean
        command?: unknown
        writtenByCommands?: boolean
      }
      const isAdded =
        screen.bulk !== undefined && screen.list !== undefined && screen.list.add !== false && screen.editor !== undefined && !one && !tabOf
      return isAdded && !readOnly && !command && !writtenByCommands && host.ruleContext(entity).can.create === true
    })
    .slice(0, most)
}

/** Which of the steps are done: there is a record. */
async function stepsOf(host: RendererHost): Promise<Step[]> {
  const { source, tenant } = host
  const asked = firstKinds(host).map(async (entry): Promise<Step> => {
    const { data } = await source.list(entry.entity, { tenantOid: tenant.oid, page: 1, size: 1 })
    return { entry, isDone: data.length > 0 }
  })
  return Promise.all(asked)
}

/** What to begin with in an empty tenant; nothing as soon as all of it is done, or where the person may add nothing. */
export function FirstSteps() {
  const { t } = useTranslation()
  const host = useHost()
  const { tenant } = host
  const { data: steps = [] } = useSWR(tenant.oid === 'all' ? null : ['first-steps', tenant.oid], () => stepsOf(host), {
    shouldRetryOnError: false,
  })
  if (steps.length < 2 || steps.every(({ isDone }) => isDone)) return null
  return (
    <chakra.section aria-label={t('palette.steps')} maxW="30rem" w="full" mx="auto" my={4} textAlign="start">
      <chakra.h2 textStyle="heading" mb={2}>
        {t('palette.steps')}
      </chakra.h2>
      <chakra.ol display="grid" gap={1} listStyleType="none" p={0}>
        {steps.map(({ entry, isDone }) => (
          <StepLine key={entry.entity} entry={entry} isDone={isDone} />
        ))}
      </chakra.ol>
    </chakra.section>
  )
}

function StepLine({ entry: { entity, screen }, isDone }: Step) {
  const { t } = useTranslation()
  const { listPath } = useHost()
  const to = screen.editor?.branchField === undefined ? createPath(listPath(entity), screen, {}) : listPath(entity)
  const Mark = isDone ? CircleCheck : Circle
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns="auto 1fr"
      gap={3}
      p={3}
      bg="bg.surface"
      borderWidth="1px"
      borderColor="border"
      borderRadius="md"
    >
      <chakra.span color={isDone ? 'success.fg' : 'fg.subtle'} mt={0.5}>
        <Mark size={18} aria-hidden />
        {isDone && <span className="spoken">{t('palette.steps.done')}</span>}
      </chakra.span>
      <span>
        {isDone ? (
          <chakra.span color="fg.muted">{t('palette.add', { entity: t(`${entity}.one`) })}</chakra.span>
        ) : (
          <chakra.span color="accent.fg" fontWeight="medium" asChild _hover={{ textDecoration: 'underline' }}>
            <Link to={to}>{t('palette.add', { entity: t(`${entity}.one`) })}</Link>
          </chakra.span>
        )}
        <chakra.span display="block" textStyle="hint" mt={0.5}>
          {t(`${entity}.about`)}
        </chakra.span>
      </span>
    </chakra.li>
  )
}
