import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A group of processes that together get a share of one core. */
export interface CpuShare {
  /** Moves a process and its children into the group; later children are born in it. */
  hold(pid: number): void
  /** Removes the group, once its processes have ended. */
  remove(): void
}

const PERIOD_US = 20_000
const ROOT = '/sys/fs/cgroup'

/** Makes a control group, of version 1 or 2; throws where this process may not. */
export function cpuShare(name: string, cores: number): CpuShare {
  const isFirstVersion = existsSync(join(ROOT, 'cpu', 'cpu.cfs_quota_us'))
  const folder = join(ROOT, isFirstVersion ? 'cpu' : '', `${name}-${process.pid}`)
  const quota = Math.round(cores * PERIOD_US)
  mkdirSync(folder)
  if (isFirstVersion) {
    writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_US))
    writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quota))
  } else {
    writeFileSync(join(ROOT, 'cgroup.subtree_control'), '+cpu')
    writeFileSync(join(folder, 'cpu.max'), `${quota} ${PERIOD_US}`)
  }
  return {
    hold(pid) {
      for (const one of [pid, ...childrenOf(pid)]) writeFileSync(join(folder, 'cgroup.procs'), String(one))
    },
    remove: () => rmdirSync(folder),
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}
