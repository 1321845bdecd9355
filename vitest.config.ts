import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { textsPlugin } from './scripts/tooling/texts-plugin.ts'

export default defineConfig({
  plugins: [textsPlugin(fileURLToPath(new URL('./locales', import.meta.url)))],
  test: {
    include: [
      '{schemas,screens,renderer,src,server,scripts}/**/*.test.{ts,tsx}',
      'tests/{api,bench,schemas,screens,service,support}/**/*.test.{ts,tsx}',
    ],
    environment: 'node',
    testTimeout: 20_000,
  },
})
