import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import type { InspectedFile } from '../inspect.ts'

/** A file as it was saved, with line numbers; a finding stands below its line. */
export function SchemaText({ file: { path, text, findings } }: { file: InspectedFile }) {
  const first = useRef<HTMLDivElement>(null)
  const firstLine = Math.min(...findings.map(({ line }) => line))
  useEffect(() => {
    // In braces: browsers answer with a promise, which would be taken for the effect's clean-up.
    first.current?.scrollIntoView({ block: 'center' })
  }, [firstLine])
  return (
    <chakra.div
      role="region"
      aria-label={path}
      tabIndex={0}
      overflow="auto"
      h="full"
      fontFamily="mono"
      fontSize="xs"
      lineHeight="1.6"
      pb={4}
    >
      {text.split('\n').map((content, index) => {
        const here = findings.filter(({ line }) => line === index + 1)
        return (
          <div key={index} ref={index + 1 === firstLine ? first : undefined}>
            <chakra.div display="flex" {...(here.length > 0 && { bg: 'danger.subtle' })}>
              <chakra.span aria-hidden flexShrink={0} w="3rem" pe={3} textAlign="end" color="fg.muted" userSelect="none">
                {index + 1}
              </chakra.span>
              <chakra.span whiteSpace="pre-wrap" overflowWrap="anywhere">
                {content}
              </chakra.span>
            </chakra.div>
            {here.map(({ id, message }) => (
              <chakra.div
                key={`${id} ${message}`}
                role="alert"
                ps="3rem"
                pe={2}
                py={1}
                color="danger.fg"
                bg="danger.subtle"
                fontFamily="body"
              >
                <chakra.code fontSize="xs">{id}</chakra.code> {message}
              </chakra.div>
            ))}
          </div>
        )
      })}
    </chakra.div>
  )
}
