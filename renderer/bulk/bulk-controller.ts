import { proxy, ref } from 'valtio'
import type { PlanItemResult, PlanResult } from '../../schemas/plan.ts'
import { RequestError, type Abilities } from '../data/data-source.ts'
import { newIdempotencyKey } from '../data/changes.ts'
import { initialState, clearedMessages, failureOf, totals, type BulkState } from './bulk-state.ts'
import { fileRefusal } from './file-refusal.ts'
import { answerQuestions, checkRows, loadNames, loadTenant, loadRecords, type StepContext } from './sheet-steps.ts'
import { isRefusal, refusedRows } from './refused-rows.ts'
import { isRepetition, isUnsettled, sentPlan, unchecked, type SentPlan } from './sent-plan.ts'
import { sheetName, type SheetModel } from './sheet/sheet-model.ts'
import type { Replacement } from './sheet/replace.ts'
import type { SheetView } from './sheet/view.ts'
import type { SheetClient } from './worker/client.ts'
import type { ExportScope, FileKind, PlanKind, Progress, Verdict } from './worker/protocol.ts'

const SHOWN_CONFLICTS = 200

/** Dependencies of the controller. */
export interface BulkControllerOptions extends Pick<StepContext, 'client' | 'source' | 'entity' | 'tenantOid'> {
  openModel: () => Promise<SheetModel>
  /** Entity of the parent tenant, whose record the rules of new rows read. */
  parentEntity: string | undefined
  /** Whether the console has a text for a message key. */
  hasText: (key: string) => boolean
  /** Called after a plan was applied. */
  written: () => Promise<void>
}

/** Headless bulk page: one worker, one state, one long step at a time. */
export class BulkController {
  readonly state: BulkState = proxy({ ...initialState })
  readonly client: SheetClient
  private readonly around: BulkControllerOptions
  private control = new AbortController()
  private body: Blob | undefined
  /** What became of it is open. */
  private unsettled: SentPlan | undefined
  private undoKey = newIdempotencyKey()
  private closed = false

  /** What the service of these records can do besides writing single ones. */
  get abilities(): Abilities {
    return this.around.source.abilities(this.around.entity)
  }

  constructor(around: BulkControllerOptions) {
    this.around = around
    this.client = around.client
  }

  /** Opens the sheet and loads all records; a failure sets `state.broken`. */
  async open(): Promise<void> {
    Object.assign(this.state, initialState)
    try {
      const model = await this.around.openModel()
      await this.client.call('open', model)
      await loadTenant(this.context(), this.around.parentEntity)
      await loadNames(this.context())
      await loadRecords(this.context())
      this.state.models = ref([model, ...(model.children ?? [])])
      await this.refresh()
      this.state.model = ref(model)
    } catch (cause) {
      if (!this.closed) this.state.broken = failureOf(cause)
    }
    this.state.working = undefined
  }

  /** Switches to another sheet: the entity's own, or that of a nested list. Edits in the other sheets are kept. */
  async use(name: string): Promise<void> {
    const model = this.state.models.find((one) => sheetName(one) === name)
    if (!model) throw new Error(`there is no sheet '${name}'`)
    await this.client.call('use', name)
    this.state.view = ref({ kind: 'all', search: '' })
    await this.refresh()
    this.state.model = ref(model)
  }

  close(): void {
    this.closed = true
    this.control.abort()
    this.client.close()
  }

  /** Cancels the running step; what was read or checked so far is kept. */
  cancel(): void {
    this.client.cancel()
    this.control.abort()
  }

  /** Imports a file of at most 64 MiB; others, and files of another kind, are refused before reading. */
  async importFile(file: File, kind: FileKind = 'csv'): Promise<void> {
    Object.assign(this.state, clearedMessages)
    const refusal = fileRefusal(file, kind)
    if (refusal) {
      this.state.refusal = refusal
      return
    }
    await this.step('reading', async (context) => {
      const onProgress = (progress: Progress): void => context.report({ step: 'reading', ...progress })
      const report = await this.client.callWithProgress(onProgress, 'importFile', await file.arrayBuffer(), kind)
      if (report === 'cancelled') return
      if ('key' in report) {
        this.state.refusal = report
        return
      }
      this.state.report = report
      await answerQuestions(context)
      await checkRows(context)
      const [first] = report.sheets
      if (first !== undefined && this.state.model && !report.sheets.includes(sheetName(this.state.model))) await this.use(first)
    })
  }

  async edit(edits: { id: number; column: string; text: string }[]): Promise<void> {
    await this.client.call('edit', edits)
    await this.afterEdits()
  }

  /** Replaces text in one column. */
  async replace(replacement: Replacement): Promise<void> {
    await this.client.call('replace', replacement)
    await this.afterEdits()
  }

  private async afterEdits(): Promise<void> {
    if ((await this.client.call('questions')).length > 0) {
      await this.step('asking', async (context) => {
        await answerQuestions(context)
        await checkRows(context)
      })
      return
    }
    await this.refresh({ reorder: false })
  }

  async addRow(): Promise<void> {
    await this.client.call('add')
    await this.show({ kind: 'all', search: '' })
  }

  async show(change: Partial<SheetView>): Promise<void> {
    this.state.view = ref({ ...this.state.view, ...change })
    await this.refresh()
  }

  async select(ids: number[] | 'view', selected: boolean): Promise<void> {
    await this.client.call('select', ids, selected)
    await this.refresh({ reorder: false })
  }

  async toggle(id: number): Promise<void> {
    await this.client.call('toggle', id)
    await this.refresh({ reorder: false })
  }

  /** Resolves one conflict, or all of them. */
  async resolve(choice: 'mine' | 'theirs', cell?: { id: number; column: string }): Promise<void> {
    await this.client.call('resolve', choice, cell)
    await this.refresh({ reorder: false })
  }

  /** Reverts to the service's records. */
  async revert(): Promise<void> {
    Object.assign(this.state, clearedMessages)
    await this.client.call('revert')
    await this.refresh()
  }

  /** Dry-runs the plan of the selected rows; `state.proposal` then waits for `apply` or `dismiss`. */
  async propose(kind: PlanKind): Promise<void> {
    Object.assign(this.state, clearedMessages)
    await this.step('previewing', async (context) => {
      // Where nothing can be previewed, only the next try tells whether a refused row is accepted.
      if (!this.abilities.dryRun) await this.markRefused([])
      await this.refresh({ reorder: false })
      const invalid = kind === 'write' && totals(this.state).selectedInvalid > 0
      if (invalid) {
        await this.noticeInvalid()
        return
      }
      const { body, ...draft } = await this.client.call('plan', kind)
      if (draft.planned === 0) {
        this.state.notice = kind === 'write' ? 'nothingToUpdate' : 'nothingToDelete'
        return
      }
      // A preview would refuse what may be stored already.
      if (this.unsettled && (await isRepetition(this.unsettled, body))) return this.carryOut(this.unsettled, context)
      this.unsettled = undefined
      this.body = body
      const result = this.abilities.dryRun ? await this.send({ body, dryRun: true }, context) : unchecked
      if (result.counts.refused > 0) await this.showRefusals(result, context)
      else this.state.proposal = ref({ kind, draft, ...(result.counts.raised !== undefined && { raised: result.counts.raised }) })
    })
  }

  /** Shows a notice about invalid rows, on a sheet that has some. */
  private async noticeInvalid(): Promise<void> {
    this.state.notice = 'invalid'
    await this.refresh({ reorder: false })
    const wrong = this.state.sheets.filter(({ selectedInvalid }) => selectedInvalid > 0).map(({ name }) => name)
    const [first] = wrong
    const { model } = this.state
    if (first !== undefined && model && !wrong.includes(sheetName(model))) await this.use(first)
  }

  dismiss(): void {
    this.state.proposal = undefined
  }

  /** Applies the proposal, all or nothing. */
  async apply(): Promise<void> {
    const { proposal } = this.state
    const { body } = this
    if (!proposal || !body) return
    this.state.proposal = undefined
    await this.step('applying', (context) => this.carryOut(sentPlan(body, proposal), context))
  }

  /** Sends once more what may have been applied or not. */
  async applyAgain(): Promise<void> {
    const { unsettled } = this
    if (!unsettled || this.state.working) return
    Object.assign(this.state, clearedMessages)
    await this.step('applying', (context) => this.carryOut(unsettled, context))
  }

  private async carryOut(sent: SentPlan, context: StepContext): Promise<void> {
    context.report({ step: 'applying', done: 0, total: 0 })
    let result: Verdict
    try {
      result = await this.sendOrPreview(sent, context)
    } catch (cause) {
      // Without plans, what was written before the failure is written again.
      this.unsettled = this.abilities.plans && isUnsettled(cause) ? sent : undefined
      this.state.isUnsettled = this.unsettled !== undefined
      throw cause
    }
    this.unsettled = undefined
    if (result.counts.refused > 0) {
      await this.showRefusals(result, context)
      return
    }
    this.undoKey = newIdempotencyKey()
    this.state.outcome = ref({ ...sent.proposal, result, undone: false })
    await this.reload(context)
  }

  /** Undoes the last apply, except rows that were changed since. */
  async undo(): Promise<void> {
    const { outcome } = this.state
    if (!outcome) return
    await this.step('undoing', async (context) => {
      await context.source.undo(outcome.result.actionId, context.tenantOid, { idempotencyKey: this.undoKey })
      this.state.outcome = ref({ ...outcome, undone: true })
      await this.reload(context)
    })
  }

  /** The rows as a file; undefined where it cannot hold them, which `state.refusal` then says. */
  async exportFile(scope: ExportScope, kind: FileKind): Promise<Blob | undefined> {
    const file = await this.client.call('export', scope, kind)
    if (!(file instanceof Blob)) this.state.refusal = file
    return file instanceof Blob ? file : undefined
  }

  private async send(
    { body, dryRun, idempotencyKey = newIdempotencyKey() }: Pick<SentPlan, 'body'> & { dryRun: boolean; idempotencyKey?: string },
    { signal, report }: StepContext,
  ): Promise<Verdict> {
    const step = dryRun ? 'previewing' : 'applying'
    const onRetry = (): void => report({ step, done: 0, total: 0, isRepeated: true })
    const options = { dryRun, idempotencyKey, signal, onRetry }
    const result = await this.client.call('verdict', await this.around.source.planBytes(this.around.entity, body, options))
    this.state.moreErrors = result.moreErrors ?? 0
    return result
  }

  /** Sends the plan. If it is refused although the preview was accepted, previews it again to get the reason for each row. */
  private async sendOrPreview(sent: SentPlan, context: StepContext): Promise<Verdict> {
    try {
      return await this.send({ ...sent, dryRun: false }, context)
    } catch (cause) {
      if (!this.abilities.dryRun || !(cause instanceof RequestError) || ![409, 422, 428].includes(cause.status)) throw cause
      if (isUnsettled(cause)) throw cause
      const again = await this.send({ body: sent.body, dryRun: true }, context)
      if (again.counts.refused === 0) throw cause
      return again
    }
  }

  /** Leaves refusals in the cells. If records were changed elsewhere, loads them again: edits stay, and cells that both changed are conflicts. */
  private async showRefusals({ changedElsewhere }: Verdict, context: StepContext): Promise<void> {
    if (changedElsewhere === 0) return this.noticeInvalid()
    await loadRecords(context)
    await checkRows(context)
    this.state.notice = 'changedElsewhere'
  }

  private async reload(context: StepContext): Promise<void> {
    await loadRecords(context)
    await this.around.written()
  }

  private context(): StepContext {
    if (this.control.signal.aborted) this.control = new AbortController()
    const report: StepContext['report'] = (working) => {
      this.state.working = working
    }
    return { ...this.around, signal: this.control.signal, report }
  }

  /** Runs a long step; a failure becomes an alert, a cancellation is silent. */
  private async step(name: NonNullable<BulkState['working']>['step'], run: (context: StepContext) => Promise<void>): Promise<void> {
    const context = this.context()
    context.report({ step: name, done: 0, total: 0 })
    try {
      await run(context)
    } catch (cause) {
      if (!context.signal.aborted) this.state.failure = failureOf(cause)
      if (name === 'applying' && !this.abilities.plans) await this.keepWritten(cause, context)
    }
    if (this.closed) return
    await this.refresh()
    this.state.working = undefined
  }

  /** After a refusal by a service without plans: what was written before stays, and the refused rows show why. */
  private async keepWritten(cause: unknown, context: StepContext): Promise<void> {
    await this.reload(context).catch(() => undefined)
    const items = isRefusal(cause) ? refusedRows(cause.errors, this.around.hasText) : []
    if (items.length > 0) await this.markRefused(items)
  }

  /** Leaves refusals in the rows of the last plan, in place of those that are there. */
  private async markRefused(items: PlanItemResult[]): Promise<void> {
    const counts = { applied: 0, unchanged: 0, refused: items.length }
    const result: PlanResult = { applied: false, dryRun: false, actionId: '', counts, items }
    await this.client.call('verdict', new TextEncoder().encode(JSON.stringify(result)).buffer)
  }

  /** A single edit keeps order and filter, so that the edited row does not move away. */
  private async refresh({ reorder = true } = {}): Promise<void> {
    const shown = reorder ? await this.client.call('show', { ...this.state.view }) : this.state.shown
    const summary = ref(await this.client.call('summary'))
    const conflicts = ref(summary.kinds.conflict + summary.kinds.gone > 0 ? await this.client.call('conflicts', SHOWN_CONFLICTS) : [])
    const sheets = ref(this.state.models.length > 1 ? await this.client.call('sheets') : [])
    Object.assign(this.state, { shown, summary, conflicts, sheets, version: this.state.version + 1 })
  }
}
