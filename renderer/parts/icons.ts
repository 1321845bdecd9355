import {
  AppWindow,
  Boxes,
  Building2,
  Cable,
  ChartLine,
  Check,
  CircleHelp,
  ClipboardList,
  Cloud,
  FileText,
  Forward,
  Gauge,
  Globe,
  HardDrive,
  Inbox,
  KeyRound,
  Layers,
  Network,
  Pause,
  Play,
  Radio,
  Router,
  Server,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  Store,
  Ticket,
  Users,
  Waypoints,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

/** Icons that screens choose from, named by what they show. */
export const icons = {
  document: FileText,
  store: Store,
  building: Building2,
  people: Users,
  server: Server,
  key: KeyRound,
  ticket: Ticket,
  settings: Settings,
  cloud: Cloud,
  network: Network,
  router: Router,
  radio: Radio,
  globe: Globe,
  shield: ShieldCheck,
  waypoints: Waypoints,
  boxes: Boxes,
  window: AppWindow,
  sliders: SlidersHorizontal,
  gauge: Gauge,
  chart: ChartLine,
  cable: Cable,
  clipboard: ClipboardList,
  layers: Layers,
  question: CircleHelp,
  appliance: HardDrive,
  assign: Forward,
  inbox: Inbox,
  play: Play,
  pause: Pause,
  check: Check,
} satisfies Record<string, LucideIcon>

export type IconName = keyof typeof icons

/** The icon of that name; throws on a name that the registry lacks. */
export function iconOf(name: string): LucideIcon {
  const icon = Object.hasOwn(icons, name) ? icons[name as IconName] : undefined
  if (!icon) throw new Error(`No icon named "${name}" in renderer/parts/icons.ts`)
  return icon
}
