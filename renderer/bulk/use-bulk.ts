import { useEffect, useRef, useState } from 'react'
import { isInContext, useRefresh } from '../data/changes.ts'
import { useHost, type PageProps } from '../host.tsx'
import { BulkController } from './bulk-controller.ts'
import { openModel } from './open-model.ts'
import { openSheetClient } from './worker/client.ts'

/**
 * Hook: the controller of the bulk page, one per entity and tenant; `undefined` initially. It survives language and theme changes, because
 * reopening would discard edits.
 */
export function useBulk(props: PageProps): BulkController | undefined {
  const host = useHost()
  const refresh = useRefresh()
  const latest = useRef({ host, refresh, props })
  useEffect(() => {
    latest.current = { host, refresh, props }
  })
  const [controller, setController] = useState<BulkController>()
  const { name } = props.schema['x-entity']
  const tenantOid = host.tenant.oid

  useEffect(() => {
    const { schema } = latest.current.props
    const { parent } = schema['x-entity']
    const opened = new BulkController({
      client: openSheetClient(),
      source: latest.current.host.source,
      entity: name,
      tenantOid,
      openModel: () => openModel(latest.current.props, latest.current.host),
      hasText: (key) => latest.current.host.hasText(key),
      parentEntity: parent === undefined ? undefined : schema.properties[parent]?.['x-ref']?.entity,
      written: async () => {
        await latest.current.refresh({ names: [name, schema['x-entity'].theme] })
        if (isInContext(schema['x-entity'])) latest.current.host.contextDirty()
      },
    })
    setController(opened)
    void opened.open()
    return () => opened.close()
  }, [name, tenantOid])

  return controller
}
