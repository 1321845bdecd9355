import { useCallback, type RefCallback } from 'react'

/** Hook: for what stands around a box. The placeholder of the box is the first of the texts that fits into it; none if all are too long. */
export function useFittingPlaceholder(...texts: string[]): RefCallback<HTMLElement> {
  const lines = texts.join('\n')
  return useCallback(
    (around) => {
      const box = around?.querySelector('input')
      if (!box) return undefined
      const pen = document.createElement('canvas').getContext('2d')
      const fit = () => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(box)
        if (pen) pen.font = font
        const roomPx = box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
        box.placeholder = lines.split('\n').find((line) => !pen || pen.measureText(line).width <= roomPx) ?? ''
      }
      const observer = new ResizeObserver(fit)
      observer.observe(box)
      // Texts are wider or narrower before the font is there.
      void document.fonts?.ready.then(fit)
      return () => observer.disconnect()
    },
    [lines],
  )
}
