import { Copy, Pencil, Save, Share2, Star, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { reasonText } from '../../../renderer/data/error-texts.ts'
import { useHost } from '../../../renderer/host.tsx'
import type { MenuGroup, MenuItem } from '../../../renderer/parts/overlays/menu.tsx'
import type { ListView } from '../../../schemas/list-views.ts'
import type { Can } from '../../../schemas/plan.ts'
import type { ViewActions } from './use-view-actions.ts'

/** Hook: the menu of a list's views: which it shows, and what can be done with that one. */
export function useViewMenu(actions: ViewActions): MenuGroup[] {
  const { t } = useTranslation()
  const host = useHost()
  const { views = [], can, shown, ask } = actions
  const { view, show } = shown
  const inTenant = { tenant: host.tenant.name }
  const reason = (may: Can[string] | undefined) => (may === true || may === undefined ? undefined : reasonText(host, may))
  const choices = (wanted: ListView['kind']): MenuItem[] =>
    views
      .filter(({ kind }) => kind === wanted)
      .map((one) => ({
        id: one.oid,
        label: one.name,
        checked: one.oid === view?.oid,
        ...(one.isDefault && { hint: t('palette.views.isDefault') }),
        onSelect: () => show(one),
      }))
  return [
    { id: 'standard', items: [{ id: 'none', label: t('palette.views.standard'), checked: !view, onSelect: () => show(undefined) }] },
    { id: 'own', heading: t('palette.views.own'), items: choices('own') },
    { id: 'shared', heading: t('palette.views.shared', inTenant), items: choices('shared') },
    {
      id: 'new',
      items: [
        { id: 'saveAs', icon: <Save />, label: t('palette.views.saveAs'), onSelect: () => ask('Save') },
        {
          id: 'shareAs',
          icon: <Share2 />,
          label: t('palette.views.shareAs'),
          reason: reason(can?.['share']),
          onSelect: () => ask('Share'),
        },
      ],
    },
    { id: 'view', items: view ? itemsOf(view) : [] },
  ]

  function itemsOf(of: ListView): MenuItem[] {
    const isOwn = of.kind === 'own'
    const item = (id: string, parts: Omit<MenuItem, 'id' | 'reason'>, right?: string): MenuItem => ({
      id,
      ...parts,
      reason: right === undefined ? undefined : reason(of.can[right]),
    })
    const sharing = isOwn ? t('palette.views.share', inTenant) : t('palette.views.withdraw')
    const standard = t(of.isDefault ? 'palette.views.noDefault' : 'palette.views.makeDefault')
    return [
      item('copy', { icon: <Copy />, label: t('palette.views.copy'), onSelect: () => void actions.copy(of) }),
      item('share', { icon: <Share2 />, label: sharing, onSelect: () => void actions.share(of) }, 'share'),
      ...(isOwn ? [] : [item('default', { icon: <Star />, label: standard, onSelect: () => void actions.makeDefault(of) }, 'default')]),
      item('rename', { icon: <Pencil />, label: t('palette.views.rename'), onSelect: () => ask('Rename') }, 'update'),
      item(
        'delete',
        { icon: <Trash2 />, label: t('palette.views.delete'), destructive: true, onSelect: () => actions.askToDelete(of) },
        'delete',
      ),
    ]
  }
}
