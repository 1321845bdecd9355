/** Pointers, refusal keys and control states used in the table of rules. */
export const WAN1 = '/wans/wan1'
export const WAN2 = '/wans/wan2'
export const WAN3 = '/wans/wan3'
export const LAN = '/lan'
export const MANAGEMENT = '/lan/mgtInterface'
export const ROUTER1 = '/lan/ospf/vrouters/0'
export const ROUTER2 = '/lan/ospf/vrouters/1'
export const because = (name: string): string => `edge-box.because.${name}`
export const MANDATORY = 'validation.field.mandatory'
export const unlocked = { context: { editor: { changingDeployment: true } } }
export const locked = { context: { editor: { changingDeployment: false } } }
export const off = { enabled: false }
export const on = { visible: true, enabled: true }
export const hidden = { visible: false }
