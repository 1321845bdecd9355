import { alertRulesView } from './alert-rules.ts'
import { applicationViews } from './applications.ts'
import { cloudSecurityView } from './cloud-security.ts'
import { dashboardView } from './dashboards.ts'
import type { OwnView } from './own-view.ts'
import { reportView } from './report.ts'

/** Views that the service renders itself; a new one is a file beside this one and its line here. */
export const ownViews: readonly OwnView[] = [dashboardView, alertRulesView, ...applicationViews, cloudSecurityView, reportView]
