import { main } from './main.ts'

// The command line as a program: of a checkout through `cli.mjs`, of an archive as a file of the bundle.
// Whoever reads no further, as `head` does, wants no more of it.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 3))
process.exitCode = await main(process.argv.slice(2))
