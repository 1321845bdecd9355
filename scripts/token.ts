import { DEMO_PASSWORD } from '../server/identity/accounts/credentials.ts'
import { signIn } from './tooling/sign-in.ts'

// `npm run --silent token -- <mail>`: prints a bearer token of a demo account on the running service.
const [mail, ...rest] = process.argv.slice(2)
const origin = (process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? 8080}`).replace(/\/+$/, '')

if (!mail || rest.length > 0) {
  process.stderr.write('Usage: npm run --silent token -- <mail of a demo account>, for example owner@demo.test\n')
  process.exitCode = 2
} else {
  try {
    const { accessToken } = await signIn(origin, { mail, password: process.env.DEMO_PASSWORD ?? DEMO_PASSWORD })
    process.stdout.write(`${accessToken}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
