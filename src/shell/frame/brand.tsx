import { chakra } from '@chakra-ui/react'

const Mark = chakra('svg', { base: { boxSize: 6, flexShrink: 0 } })

/** The sign of the product: three places joined through one. */
export function Brand() {
  return (
    <Mark viewBox="0 0 32 32" aria-hidden>
      <chakra.rect width="32" height="32" rx="8" fill="accent.solid" />
      <path d="M9 11.5 16 16l7-4.5M16 16v7" fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" />
      <g fill="#fff">
        <circle cx="8.5" cy="11" r="2.6" />
        <circle cx="23.5" cy="11" r="2.6" />
        <circle cx="16" cy="23.5" r="2.6" />
        <circle cx="16" cy="16" r="3" />
      </g>
    </Mark>
  )
}
