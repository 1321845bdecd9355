if ('document' in globalThis) {
  // Queries wait for what a component fetches only when it is needed; on a busy machine its module takes longer than the default second.
  // What a file configures for itself must not reach the next one in the same process.
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 10_000, defaultHidden: false })
  // Dialogs, menus and tooltips have long been fetched when a person opens one.
  const { overlays } = await import('../../renderer/parts/overlays/overlays.ts')
  await overlays.load()
}

export {}
