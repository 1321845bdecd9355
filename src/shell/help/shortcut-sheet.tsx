import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../renderer/parts/overlays/dialog.tsx'
import type { shortcutsNow } from '../../../renderer/parts/shortcuts.ts'
import { Kbd } from '../../../renderer/parts/text/kbd.tsx'

/** What can be pressed on the page: the keys as they are bound, and were offered when the sheet was asked for. */
export function ShortcutSheet({ shortcuts, onClose }: { shortcuts: ReturnType<typeof shortcutsNow>; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('palette.shortcuts')} size="sm" onClose={onClose}>
      <chakra.dl display="grid" gridTemplateColumns="1fr auto" columnGap={6} rowGap={2.5} fontSize="sm" py={1}>
        {shortcuts.map(({ text, keys }) => (
          <chakra.div key={text} display="contents">
            <dt>{t(text)}</dt>
            <chakra.dd display="flex" gap={1} justifyContent="flex-end" alignItems="center">
              {keys.map((key) => (
                <Kbd key={key}>{key.replace('+', ' ')}</Kbd>
              ))}
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </Dialog>
  )
}
