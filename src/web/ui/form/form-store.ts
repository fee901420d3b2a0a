import type { z } from 'zod'
import { newCallKey } from './call-key.ts'
import { fieldId, focusFirst, type Issues, issuesIn, withoutIssue } from './issues.ts'
import { isSame, type Mergers, type MergeSide, merge, type Name, namesOf } from './merge.ts'

/** A record as somebody has read it: what a form starts from, and what its save is compared with. */
export interface Known<Values> {
  values: Values
  version?: number | undefined
}

/** Both versions of what two people have changed at once, and which of them is in the form. */
export interface Conflict<Values> {
  mine: Values
  theirs: Values
  /** Fields that only the others changed. */
  taken: readonly Name<Values>[]
  /** Fields that both changed, and differently. */
  divided: readonly Name<Values>[]
  /** By the name of the field. */
  choice: Readonly<Record<string, MergeSide>>
}

/** Why the server did not do what was asked, and which field that is about, if it is about one and not at it. */
export interface Refusal<Values> {
  error: Error
  about?: Name<Values> | undefined
}

/** What whoever stands around the fields asks; stays the same object until one of these changes. */
export interface FormStatus<Values> {
  isDirty: boolean
  isSaving: boolean
  /** A field has two versions, and nobody has said which one counts. */
  mustDecide: boolean
  refusal: Refusal<Values> | null
}

interface Kept<Values> {
  values: Values
  base: Known<Values>
  conflict: Conflict<Values> | null
  callKey: string
}

export interface FormState<Values> extends Kept<Values> {
  issues: Issues
  status: FormStatus<Values>
}

/** What a save is given beside the values. */
export interface Saving<Values> {
  base: Known<Values>
  /** Names the save: sent again after a lost answer, it is carried out once. */
  callKey: string
}

type Work<Values, Saved> = (values: Values, saving: Saving<Values>) => Promise<Saved>

export interface FormOptions<Values extends object> {
  /** Begins the ids of the fields. */
  id: string
  known: Known<Values>
  /** What must hold before anything is sent: a schema, or what finds the faults of every field. */
  check?: z.ZodType | ((values: Values) => Issues)
  /** The record as it is by now, where that is why a save was refused. */
  overtakenBy?: (error: unknown) => Known<Values> | null
  /** The field at which a refusal stands that does not say so itself. */
  fieldOf?: (error: Error) => Name<Values> | undefined
  /** The field with whose next change a refusal above the buttons is answered. */
  about?: (error: Error) => Name<Values> | undefined
  mergers?: Mergers<Values>
}

const issuesOf = (error: unknown): Issues => {
  const { issues } = typeof error === 'object' && error !== null && 'issues' in error ? error : {}
  return typeof issues === 'object' && issues !== null ? Object.fromEntries(Object.entries(issues)) : {}
}

function isDirty<Values extends object>({
  values,
  base,
}: Pick<FormState<Values>, 'values' | 'base'>): boolean {
  return namesOf(values).some((name) => !isSame(values[name], base.values[name]))
}

const mustDecide = <Values>({ conflict }: Pick<FormState<Values>, 'conflict'>): boolean =>
  conflict?.divided.some((name) => conflict.choice[name] === undefined) ?? false

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/**
 * A form without a screen: its values, what is wrong with them, and what became of its saves. Whoever subscribes is
 * called on every change and asks for the part that they show.
 */
export class Form<Values extends object> {
  #options: FormOptions<Values>
  #state: FormState<Values>
  readonly #listeners = new Set<() => void>()

  constructor(options: FormOptions<Values>) {
    this.#options = options
    this.#state = {
      values: options.known.values,
      base: options.known,
      conflict: null,
      callKey: newCallKey(),
      issues: {},
      status: { isDirty: false, isSaving: false, mustDecide: false, refusal: null },
    }
  }

  readonly state = (): FormState<Values> => this.#state
  readonly values = (): Values => this.#state.values
  readonly fieldId = (path: string): string => fieldId(this.#options.id, path)

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  configure(options: FormOptions<Values>): void {
    this.#options = options
  }

  #put(patch: Partial<FormState<Values>>, status: Partial<FormStatus<Values>> = {}): void {
    const next = { ...this.#state, ...patch }
    const before = this.#state.status
    const now = { ...before, ...status, isDirty: isDirty(next), mustDecide: mustDecide(next) }
    const isOther = namesOf(now).some((name) => now[name] !== before[name])
    this.#state = { ...next, status: isOther ? now : before }
    for (const listener of this.#listeners) listener()
  }

  set<Field extends Name<Values>>(name: Field, value: Values[Field]): void {
    this.update((values) => ({ ...values, [name]: value }), name)
  }

  /** Changes the values; faults of the paths are not shown any longer, nor what was refused about them. */
  update(change: (values: Values) => Values, ...paths: string[]): void {
    const { values, issues, status } = this.#state
    const isAnswered = status.refusal?.about !== undefined && paths.includes(status.refusal.about)
    this.#put(
      { values: change(values), issues: paths.reduce(withoutIssue, issues) },
      isAnswered ? { refusal: null } : {},
    )
  }

  /** Marks what is wrong and leads to the first of it; says whether nothing is. */
  check(check: FormOptions<Values>['check'] = this.#options.check): boolean {
    const { values } = this.#state
    const find =
      typeof check === 'function' ? check : () => (check === undefined ? {} : issuesIn(check, values))
    const issues = find(values)
    this.#put({ issues })
    focusFirst(this.#options.id, issues)
    return Object.keys(issues).length === 0
  }

  /** While nothing is typed the form shows the record as it is by now. */
  follow(known: Known<Values>): void {
    const { base, status, conflict } = this.#state
    const isOlder = (known.version ?? 0) < (base.version ?? 0)
    const isNews = known.version !== base.version || !isSame(known.values, base.values)
    if (isNews && !isOlder && !status.isDirty && conflict === null)
      this.#put({ values: known.values, base: known })
  }

  /** The record as it was saved here; what was typed since it was sent stays. */
  settle(saved: Known<Values>, sent: Values): void {
    const { values: typed } = this.#state
    const values = isSame(typed, sent) ? saved.values : typed
    this.#put({ values, base: saved, conflict: null, callKey: newCallKey(), issues: {} }, { refusal: null })
  }

  /** Everything typed is thrown away. */
  reset(known: Known<Values> = this.#options.known): void {
    // What is typed next is another thing, even if it is the same.
    const callKey = newCallKey()
    this.#put({ values: known.values, base: known, conflict: null, callKey, issues: {} }, { refusal: null })
  }

  /** What comes of a save; null where it was refused, or where one is under way already. */
  async save<Saved>(work: Work<Values, Saved>): Promise<{ saved: Saved; sent: Values } | null> {
    const { values: sent, base, callKey, status } = this.#state
    // A double click on a button that has not yet been redrawn as busy.
    if (status.isSaving) return null
    this.#put({}, { isSaving: true, refusal: null })
    try {
      return { saved: await work(sent, { base, callKey }), sent }
    } catch (error) {
      this.#refuse(error)
      return null
    } finally {
      this.#put({}, { isSaving: false })
    }
  }

  /** Sends what fits, once; `done` follows what the server has agreed to. Says whether it has. */
  async submit<Saved>(work: Work<Values, Saved>, done?: (saved: Saved) => void): Promise<boolean> {
    if (!this.check()) return false
    const outcome = await this.save(work)
    if (outcome !== null) done?.(outcome.saved)
    return outcome !== null
  }

  #refuse(error: unknown): void {
    // The user canceled on the way: nothing was refused.
    if (error instanceof DOMException && error.name === 'AbortError') return
    const { id, overtakenBy, fieldOf, about, mergers } = this.#options
    const current = overtakenBy?.(error) ?? null
    if (current !== null) {
      const { values: mine, base } = this.#state
      const { values, ...fields } = merge(base.values, mine, current.values, mergers)
      this.#put({ values, base: current, conflict: { mine, theirs: current.values, ...fields, choice: {} } })
      return
    }
    const reason = asError(error)
    const field = fieldOf?.(reason)
    const issues = field === undefined ? issuesOf(error) : { [field]: reason.message }
    this.#put({ issues }, field === undefined ? { refusal: { error: reason, about: about?.(reason) } } : {})
    focusFirst(id, issues)
  }

  choose(name: Name<Values>, side: MergeSide): void {
    const { conflict, values, issues } = this.#state
    if (!conflict) return
    // What was typed since is mine too: it comes back when the choice is changed again.
    const mine =
      conflict.choice[name] === 'theirs' ? conflict.mine : { ...conflict.mine, [name]: values[name] }
    const { [name]: value } = side === 'mine' ? mine : conflict.theirs
    this.#put({
      values: { ...values, [name]: value },
      conflict: { ...conflict, mine, choice: { ...conflict.choice, [name]: side } },
      issues: withoutIssue(issues, name),
    })
  }

  /** What a reload and the end of the session must not take; null while nothing is unsaved. */
  readonly kept = (): Kept<Values> | null => {
    const { values, base, conflict, callKey, status } = this.#state
    return status.isDirty ? { values, base, conflict, callKey } : null
  }

  restore(kept: Kept<Values>): void {
    this.#put({ ...kept, values: { ...this.#state.values, ...kept.values } })
  }
}
