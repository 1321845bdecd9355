import { checkPackages } from './checks/packages.ts'

// Part of `npm test` and `npm run check`.
if (!(await checkPackages())) process.exitCode = 1
