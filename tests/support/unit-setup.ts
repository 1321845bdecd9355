// Queries wait for what a component fetches only when it is needed; on a busy machine its module takes longer than the default second.
if ('document' in globalThis) (await import('@testing-library/react')).configure({ asyncUtilTimeout: 10_000 })

export {}
