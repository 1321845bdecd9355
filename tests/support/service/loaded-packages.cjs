// Preloaded into a service: tells at its end which packages in CommonJS it has loaded.
process.on('exit', () => {
  const found = Object.keys(require.cache).flatMap((path) => /.*node_modules\/((?:@[\w-]+\/)?[\w.-]+)/.exec(path)?.[1] ?? [])
  process.stderr.write(`loaded: ${[...new Set(found)].toSorted().join(' ')}\n`)
})
