import { startPlatform } from './http/server.ts'

// Prints the address, for whoever started the process with PORT=0, and runs until it is ended.
const { origin } = await startPlatform(Number(process.env['PORT'] ?? 0))
process.stdout.write(`${origin}\n`)
