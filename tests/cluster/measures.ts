import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { DEMO_PASSWORD } from '../../server/identity/accounts/credentials.ts'
import { signIn } from '../../scripts/tooling/sign-in.ts'
import { PUBLIC_URL, type Copy } from './copies.ts'

const PERIOD_US = 100_000
const SHARE = 0.2
const [WARM_S, MEASURED_S, CONNECTIONS] = [4, 10, 24]
const CONTROLLER = '/sys/fs/cgroup/cpu'

/** Calls per second of a list through HAProxy while each copy has a fifth of a processor core; undefined where control groups are not writable. */
export async function throughputOf(copies: readonly Copy[]): Promise<number | undefined> {
  const { accessToken } = await signIn(PUBLIC_URL, { mail: 'owner@demo.test', password: DEMO_PASSWORD })
  const limits = copies.map(({ daemon }) => limitShare(daemon.pid()))
  try {
    if (limits.some((limit) => limit === undefined)) return undefined
    const call = { url: 'http://lb:8080/api/v1/partners?size=20', headers: { authorization: `Bearer ${accessToken}` } }
    await autocannon({ ...call, connections: CONNECTIONS, duration: WARM_S })
    const { '2xx': answered, non2xx, duration } = await autocannon({ ...call, connections: CONNECTIONS, duration: MEASURED_S })
    if (non2xx > 0) throw new Error(`${non2xx} calls failed while throughput was measured`)
    return answered / duration
  } finally {
    for (const limit of limits) limit?.lift()
  }
}

/** Puts a process into a control group with a fifth of a core; undefined if that is not possible here. */
function limitShare(pid: number): { lift(): void } | undefined {
  if (!existsSync(`${CONTROLLER}/cpu.cfs_quota_us`)) return undefined
  const group = `${CONTROLLER}/sdwan-cluster-${process.ppid}-${pid}`
  try {
    mkdirSync(group)
    writeFileSync(`${group}/cpu.cfs_period_us`, String(PERIOD_US))
    writeFileSync(`${group}/cpu.cfs_quota_us`, String(SHARE * PERIOD_US))
    writeFileSync(`${group}/cgroup.procs`, String(pid))
  } catch {
    return undefined
  }
  return {
    lift() {
      writeFileSync(`${CONTROLLER}/cgroup.procs`, String(pid))
      rmdirSync(group)
    },
  }
}

/** Resident memory of a copy. */
export function memoryMbOf({ daemon }: Copy): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${daemon.pid()}/status`, 'utf8'))?.[1]) / 1_024
}
