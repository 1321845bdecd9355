export function waitForPort(port: number, limits: { timeoutMs: number }): Promise<boolean>
