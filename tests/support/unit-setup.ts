import { afterAll } from 'vitest'

if ('document' in globalThis) {
  // Queries wait for lazily loaded modules, which on a busy machine take longer than the default of one second.
  // Reset for each file: a file's own configuration must not reach the next file in the same process.
  const { cleanup, configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 10_000, defaultHidden: false })
  // In the browser, dialogs, menus and tooltips are preloaded long before a person opens one.
  const { overlays } = await import('../../renderer/parts/overlays/overlays.ts')
  await overlays.load()
  // The next file of the process must not find what the tests of this one have drawn, or put into the page by themselves.
  afterAll(() => {
    cleanup()
    document.body.replaceChildren()
  })
}
