import { main } from './main.ts'

// The command line as a program: of a checkout through `cli.mjs`, of an archive as a file of the bundle.
process.exitCode = await main(process.argv.slice(2))
