import { chakra } from '@chakra-ui/react'

/** The look of a grey shape where content will be, for whoever draws hundreds of them as plain elements. */
export const skeletonStyle = {
  display: 'block',
  bg: 'bg.muted',
  borderRadius: 'sm',
  animation: 'pulse',
  height: '3',
  width: 'full',
} as const

/** A grey shape where content will be. Give it the size of that content. */
export const Skeleton = chakra('span', { base: skeletonStyle })

const widths = ['72%', '48%', '60%', '36%', '54%']

/** Rows in the shape of a table that is still loading. */
export function TableSkeleton({ rows, columns, label }: { rows: number; columns: number; label: string }) {
  return (
    <chakra.div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_row, row) => (
        <chakra.div
          key={row}
          display="grid"
          gridTemplateColumns={`repeat(${columns}, 1fr)`}
          alignItems="center"
          gap={4}
          h="row"
          px={4}
          borderTopWidth={row ? '1px' : 0}
          borderColor="border"
        >
          {Array.from({ length: columns }, (_column, column) => (
            <Skeleton key={column} width={widths[(row + column * 2) % widths.length]} />
          ))}
        </chakra.div>
      ))}
    </chakra.div>
  )
}

/** Labelled fields in the shape of a form that is still loading. */
export function FormSkeleton({ fields, label }: { fields: number; label: string }) {
  return (
    <chakra.div role="status" aria-label={label} display="grid" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }} gap={5}>
      {Array.from({ length: fields }, (_field, field) => (
        <chakra.div key={field} display="grid" gap={2}>
          <Skeleton width="28%" />
          <Skeleton height="control" borderRadius="md" />
        </chakra.div>
      ))}
    </chakra.div>
  )
}
