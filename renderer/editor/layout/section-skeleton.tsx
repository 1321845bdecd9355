import { chakra } from '@chakra-ui/react'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import type { EditorTexts } from './editor-texts.ts'
import { FieldCell, Grid, Measured, spanCss } from './field-cell.tsx'
import type { FieldLayout, NodeLayout, SectionLayout } from './layout.ts'

/** Heights of what is higher than one line. */
const heights: Record<string, string> = { textarea: '7.25rem', table: '12rem' }

/** Fields visible when the section opens; of similar objects in tabs, those of the first. */
const firstFields = (nodes: readonly NodeLayout[]): FieldLayout[] =>
  nodes.flatMap((node) => {
    if (node.kind === 'field') return [node]
    return firstFields(node.kind === 'map' ? node.children.slice(0, 1) : node.children)
  })

/** Skeleton of a section, with the number, positions and heights of its fields. */
export function SectionSkeleton({ section, texts, label }: { section: SectionLayout; texts: EditorTexts; label: string }) {
  return (
    <Measured role="status" aria-label={label}>
      <Grid>
        {firstFields(section.nodes).map(({ pointer, span, widget }) => (
          <FieldCell key={pointer} css={spanCss(span)}>
            <chakra.div display="grid" gap={1.5}>
              <chakra.span display="flex" alignItems="center" minH={5}>
                <Skeleton width="7rem" />
              </chakra.span>
              <Skeleton height={heights[widget] ?? 'control'} borderRadius="md" />
              {texts.help(pointer) !== undefined && <Skeleton height="2.5" marginBlock={1} width="70%" />}
            </chakra.div>
          </FieldCell>
        ))}
      </Grid>
    </Measured>
  )
}
