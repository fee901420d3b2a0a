import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Article } from '#shared/features/articles/contract.ts'
import { type Finding, Override, type Preflight, PreflightBody } from '#shared/features/preflight/contract.ts'
import { blockingFindings, findingKey } from '#shared/features/preflight/rules.ts'
import { useFlag } from '#web/features/feature-flags/use-flag.ts'
import { typedPreflightQuery } from '#web/features/preflight/queries.ts'
import { useFormState, useFormStatus } from '#web/ui/form/use-form.ts'
import { type ArticleFormStore, type ArticleValues, bodyOf, checkedOf } from '../use-article-values.ts'

const REST_MS = 600

/** The id of the control for the reason of a finding. */
export const reasonId = (finding: Pick<Finding, 'rule' | 'subject'>) =>
  `reason-${findingKey(finding).replaceAll(/\W+/g, '-')}`

/** What keeps a reason from being sent as it is typed. Where none is needed, none is as good as one: QA sees that. */
export function reasonFault(reason: string, isNeeded = false): string | undefined {
  if (reason.trim() === '' && !isNeeded) return undefined
  return Override.shape.reason.safeParse(reason).error?.issues[0]?.message
}

export interface PreflightState {
  /** Nobody has begun to write, so there is nothing to say yet. */
  isQuiet: boolean
  /** Only the form's own faults are looked for: the flag is off. */
  isOff: boolean
  /** Somebody wants to send the article: what is needed for that is said where it is missing. */
  isAsked: boolean
  findings: readonly Finding[]
  rules: number
  passed: number
  /** ASINs whose stock nobody could tell. */
  unread: readonly string[]
  /** What the catalogue said last of products that it could not be asked of now. */
  stale: Preflight['stale']
  isChecking: boolean
  /** A text does not fit its field, so nothing is asked. */
  isUnfit: boolean
  hasFailed: boolean
  /** Reasons that were typed in this dialog, by finding. */
  reasons: Readonly<Record<string, string>>
  giveReason: (finding: Finding, reason: string) => void
  /** Says whether every reason can be sent, and leads to the first that cannot. A draft needs none. */
  check: (isDraft: boolean) => boolean
  /** Somebody has pressed Submit. */
  wake: () => void
  /** What goes along with the save. */
  overrides: () => Override[]
  /** Warnings that nobody has given a reason for. */
  unexplained: readonly Finding[]
}

/** What the rules look at. Half an ASIN is a fault of its own, and not worth a question. */
function askedOf(values: ArticleValues): string {
  return JSON.stringify({ ...bodyOf(values), intro: undefined, notes: undefined })
}

/** What is typed as it was once it has rested; whoever asks is redrawn when it begins to change and when it rests. */
function useRested(form: ArticleFormStore) {
  const [rested, setRested] = useState(() => askedOf(form.values()))
  const [isTyping, setTyping] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = askedOf(form.values())
    const rest = () => {
      setRested(last)
      setTyping(false)
    }
    const look = () => {
      const typed = askedOf(form.values())
      if (typed === last) return
      last = typed
      setTyping(true)
      clearTimeout(timer)
      timer = setTimeout(rest, REST_MS)
    }
    // What was restored before this looked on.
    setRested(last)
    const stop = form.subscribe(look)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [form])
  return { rested, isTyping }
}

/** Faults of the form itself: known at once, and never those of a text that has been changed since. */
function useBlocking(form: ArticleFormStore): Finding[] {
  const findings = useFormState(form, ({ values }) => JSON.stringify(blockingFindings(checkedOf(values))))
  return useMemo(() => {
    const list: ReturnType<typeof blockingFindings> = JSON.parse(findings)
    return list.map(({ needsReason, article: _none, ...finding }) => ({
      ...finding,
      needs_reason: needsReason,
      article: null,
      override: null,
    }))
  }, [findings])
}

/** A new article is left in peace until somebody writes, or wants to send it. */
function useAwake(form: ArticleFormStore, isNew: boolean) {
  const { isDirty } = useFormStatus(form)
  const [isAwake, setAwake] = useState(!isNew)
  const [isAsked, setAsked] = useState(false)
  if (isDirty && !isAwake) setAwake(true)
  return { isQuiet: !isAwake && !isAsked, isAsked, wake: () => setAsked(true) }
}

/** The reasons that are typed beside findings, over those that were given before. */
function useReasons(findings: readonly Finding[]) {
  const [reasons, setReasons] = useState<Record<string, string>>({})
  const typedFor = (finding: Finding) => reasons[findingKey(finding)]
  const reasonFor = (finding: Finding) => (typedFor(finding) ?? finding.override?.reason ?? '').trim()
  return {
    reasons,
    giveReason: (finding: Finding, reason: string) =>
      setReasons((all) => ({ ...all, [findingKey(finding)]: reason })),
    isFaulty: (finding: Finding, isDraft: boolean) =>
      reasonFault(typedFor(finding) ?? '') !== undefined ||
      (!isDraft && finding.needs_reason && reasonFor(finding) === ''),
    overrides: () =>
      findings.flatMap((finding) => {
        const reason = typedFor(finding)?.trim()
        return finding.level === 'warning' && reason ? [{ ...pick(finding), reason }] : []
      }),
    unexplained: findings.filter((finding) => finding.level === 'warning' && reasonFor(finding) === ''),
  }
}

/** What speaks against submitting the article, as it is typed. */
export function usePreflight(form: ArticleFormStore, article: Article | null): PreflightState {
  const { rested, isTyping } = useRested(form)
  const { isQuiet, isAsked, wake } = useAwake(form, article === null)
  const blocking = useBlocking(form)
  const isOff = !useFlag('ARTICLE_PREFLIGHT')
  const body = { ...JSON.parse(rested), article_id: article?.article_id }
  const isUnfit = !PreflightBody.safeParse(body).success
  const { data, isFetching, isError } = useQuery({
    ...typedPreflightQuery(body),
    enabled: !isUnfit && !isQuiet && !isOff,
  })
  const warnings = isOff ? [] : (data?.findings.filter(({ level }) => level === 'warning') ?? [])
  const findings = isQuiet ? [] : [...blocking, ...warnings]
  const { isFaulty, ...reasons } = useReasons(findings)
  const rules = data?.rules ?? 0
  return {
    ...reasons,
    isQuiet,
    isOff,
    isAsked,
    wake,
    findings,
    rules,
    passed: rules - new Set(findings.map(({ rule }) => rule)).size,
    unread: data?.unread ?? [],
    stale: data?.stale ?? [],
    isChecking: isFetching || isTyping,
    isUnfit,
    hasFailed: isError,
    check(isDraft) {
      const wrong = findings.find((finding) => isFaulty(finding, isDraft))
      if (wrong) goToReason(reasonId(wrong))
      return wrong === undefined
    },
  }
}

/** The reason, and what is said under it once that is there. */
function goToReason(id: string) {
  const control = document.getElementById(id)
  control?.focus()
  requestAnimationFrame(() => control?.closest('li')?.scrollIntoView({ block: 'nearest' }))
}

const pick = ({ rule, subject }: Finding) => ({ rule, subject })
