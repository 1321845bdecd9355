import { chakra } from '@chakra-ui/react'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../renderer/parts/controls/button.tsx'

const Lines = chakra('pre', {
  base: {
    fontFamily: 'mono',
    fontSize: 'xs',
    lineHeight: '1.6',
    p: 3,
    bg: 'bg.subtle',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
})

/** Text to copy, with a name and a button. */
export function CopyLines({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <chakra.section aria-label={label} display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={1.5}>
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap={2}>
        <chakra.span textStyle="label">{label}</chakra.span>
        <Button
          size="sm"
          variant="ghost"
          icon={isCopied ? <Check /> : <Copy />}
          aria-label={t('tokens.copy.named', { label })}
          // Nothing may be copied here: the text can be marked.
          onClick={() => void copy().catch(() => undefined)}
        >
          {t(isCopied ? 'tokens.copied' : 'tokens.copy')}
        </Button>
      </chakra.div>
      <Lines tabIndex={0}>{text}</Lines>
    </chakra.section>
  )
}
