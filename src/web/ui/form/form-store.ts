import type { z } from 'zod'
import { newCallKey } from './call-key.ts'
import { fieldId, focusFirst, type Issues, issuesIn, withoutIssue } from './issues.ts'
import { isSame, type Mergers, type MergeSide, merge, type Name, namesOf } from './merge.ts'

/** A record as last read from the server: the form starts from it and a save is compared with it. */
export interface Known<Values> {
  values: Values
  version?: number | undefined
}

/** Both versions of the fields that two users changed at the same time, and the version shown in the form. */
export interface Conflict<Values> {
  mine: Values
  theirs: Values
  /** Fields that only the other user changed. */
  taken: readonly Name<Values>[]
  /** Fields that both users changed to different values. */
  divided: readonly Name<Values>[]
  /** Keyed by field name. */
  choice: Readonly<Record<string, MergeSide>>
}

/**
 * Why the server refused the save, and the field concerned if the refusal is not shown at the field itself.
 */
export interface Refusal<Values> {
  error: Error
  about?: Name<Values> | undefined
}

/** State for components around the fields; the object stays the same until one of these values changes. */
export interface FormStatus<Values> {
  isDirty: boolean
  isSaving: boolean
  /** A field has two versions and the user has not chosen one yet. */
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

/** Arguments of a save besides the values. */
export interface Saving<Values> {
  base: Known<Values>
  /** Idempotency key of the save: a retry after a lost response is carried out only once. */
  callKey: string
}

type Work<Values, Saved> = (values: Values, saving: Saving<Values>) => Promise<Saved>

export interface FormOptions<Values extends object> {
  /** Prefix of the fields' ids. */
  id: string
  known: Known<Values>
  /** Validation before anything is sent: a schema, or a function that returns the issues of all fields. */
  check?: z.ZodType | ((values: Values) => Issues)
  /** The current record, if the save was refused because someone else changed it. */
  overtakenBy?: (error: unknown) => Known<Values> | null
  /** The field to show a refusal at when the refusal does not name one. */
  fieldOf?: (error: Error) => Name<Values> | undefined
  /** The field whose next change clears a refusal shown above the buttons. */
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
 * A form's state without a screen: its values, its issues and the outcome of its saves. Subscribers are
 * called on every change and select the part they show.
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

  /** Changes the values and clears the issues and refusals of the given paths. */
  update(change: (values: Values) => Values, ...paths: string[]): void {
    const { values, issues, status } = this.#state
    const isAnswered = status.refusal?.about !== undefined && paths.includes(status.refusal.about)
    this.#put(
      { values: change(values), issues: paths.reduce(withoutIssue, issues) },
      isAnswered ? { refusal: null } : {},
    )
  }

  /** Marks the issues and moves the focus to the first. Returns true if there are none. */
  check(check: FormOptions<Values>['check'] = this.#options.check): boolean {
    const { values } = this.#state
    const find =
      typeof check === 'function' ? check : () => (check === undefined ? {} : issuesIn(check, values))
    const issues = find(values)
    this.#put({ issues })
    focusFirst(this.#options.id, issues)
    return Object.keys(issues).length === 0
  }

  /** Shows the current record as long as the user has typed nothing. */
  follow(known: Known<Values>): void {
    const { base, status, conflict } = this.#state
    const isOlder = (known.version ?? 0) < (base.version ?? 0)
    const isNews = known.version !== base.version || !isSame(known.values, base.values)
    if (isNews && !isOlder && !status.isDirty && conflict === null)
      this.#put({ values: known.values, base: known })
  }

  /** Takes over the saved record. Anything typed since the save was sent is kept. */
  settle(saved: Known<Values>, sent: Values): void {
    const { values: typed } = this.#state
    const values = isSame(typed, sent) ? saved.values : typed
    this.#put({ values, base: saved, conflict: null, callKey: newCallKey(), issues: {} }, { refusal: null })
  }

  /** Discards everything the user typed. */
  reset(known: Known<Values> = this.#options.known): void {
    // The next save is a new one, even if it has the same values.
    const callKey = newCallKey()
    this.#put({ values: known.values, base: known, conflict: null, callKey, issues: {} }, { refusal: null })
  }

  /** The result of a save; null if it was refused or another save is in progress. */
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

  /**
   * Sends the values once if they are valid. `done` runs after the server accepted them. Returns whether it
   * did.
   */
  async submit<Saved>(work: Work<Values, Saved>, done?: (saved: Saved) => void): Promise<boolean> {
    if (!this.check()) return false
    const outcome = await this.save(work)
    if (outcome !== null) done?.(outcome.saved)
    return outcome !== null
  }

  #refuse(error: unknown): void {
    // The user canceled: the server refused nothing.
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
    // Text typed since then belongs to "mine" too: it comes back when the choice changes again.
    const mine =
      conflict.choice[name] === 'theirs' ? conflict.mine : { ...conflict.mine, [name]: values[name] }
    const { [name]: value } = side === 'mine' ? mine : conflict.theirs
    this.#put({
      values: { ...values, [name]: value },
      conflict: { ...conflict, mine, choice: { ...conflict.choice, [name]: side } },
      issues: withoutIssue(issues, name),
    })
  }

  /** The values to keep across a reload or the end of the session; null while nothing is unsaved. */
  readonly kept = (): Kept<Values> | null => {
    const { values, base, conflict, callKey, status } = this.#state
    return status.isDirty ? { values, base, conflict, callKey } : null
  }

  restore(kept: Kept<Values>): void {
    this.#put({ ...kept, values: { ...this.#state.values, ...kept.values } })
  }
}
