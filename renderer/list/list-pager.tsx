import { chakra } from '@chakra-ui/react'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { ButtonLook } from '../parts/button.tsx'
import { useHost } from '../host.tsx'
import { pageSizes, type PageSize } from './list-state.ts'
import { pagerItems } from './pager.ts'

interface ListPagerProps {
  page: number
  pages: number
  /** There may be more pages than are known. */
  isOpen: boolean
  size: PageSize
  onPage: (page: number) => void
  onSize: (size: PageSize) => void
}

/** `|‹ ‹ 1 2 3 › ›|` and the page sizes. It keeps its place and length while pages turn. */
export function ListPager({ page, pages, isOpen, size, onPage, onSize }: ListPagerProps) {
  const { t, language } = useHost()
  const number = new Intl.NumberFormat(language)
  return (
    <>
      <chakra.nav aria-label={t('list.pages')} display="flex" alignItems="center" gap={0.5} fontVariantNumeric="tabular-nums">
        <Step label={t('list.page.first')} isEnd={page <= 1} onClick={() => onPage(1)}>
          <ChevronFirst aria-hidden />
        </Step>
        <Step label={t('list.page.previous')} isEnd={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden />
        </Step>
        {[...pagerItems(page, pages), ...(isOpen ? (['gap'] as const) : [])].map((item, index) =>
          item === 'gap' ? (
            <chakra.span key={`gap${index}`} minW={7} textAlign="center" color="fg.subtle" aria-hidden>
              …
            </chakra.span>
          ) : (
            <ButtonLook
              key={item}
              type="button"
              size="sm"
              variant="ghost"
              minW={7}
              px={1.5}
              aria-label={t('list.page.number', { page: number.format(item) })}
              aria-current={item === page ? 'page' : undefined}
              css={{ '&[aria-current]': { bg: 'accent.subtle', color: 'accent.fg' } }}
              onClick={() => onPage(item)}
            >
              {number.format(item)}
            </ButtonLook>
          ),
        )}
        <Step label={t('list.page.next')} isEnd={page >= pages} onClick={() => onPage(page + 1)}>
          <ChevronRight aria-hidden />
        </Step>
        <Step label={t('list.page.last')} isEnd={isOpen || page >= pages} onClick={() => onPage(pages)}>
          <ChevronLast aria-hidden />
        </Step>
      </chakra.nav>
      <chakra.div role="group" aria-label={t('list.size')} display="flex" alignItems="center" gap={0.5} fontVariantNumeric="tabular-nums">
        {pageSizes.map((one) => (
          <ButtonLook
            key={one}
            type="button"
            size="sm"
            variant="ghost"
            px={1.5}
            aria-label={t('list.size.rows', { size: one })}
            aria-pressed={one === size}
            css={{ '&[aria-pressed=true]': { bg: 'bg.muted', color: 'fg' } }}
            onClick={() => onSize(one)}
          >
            {one}
          </ButtonLook>
        ))}
      </chakra.div>
    </>
  )
}

/** At the end of the list the button stays, without effect, so that focus does not fall off it. */
function Step({ label, isEnd, onClick, children }: { label: string; isEnd: boolean; onClick: () => void; children: React.ReactNode }) {
  return (
    <ButtonLook
      type="button"
      size="iconSmall"
      variant="ghost"
      aria-label={label}
      title={label}
      aria-disabled={isEnd || undefined}
      onClick={isEnd ? undefined : onClick}
    >
      {children}
    </ButtonLook>
  )
}
