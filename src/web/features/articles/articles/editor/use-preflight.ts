import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import {
  type Finding,
  Override,
  type Preflight,
  PreflightBody,
} from '#shared/features/articles/preflight/contract.ts'
import { blockingFindings, findingKey } from '#shared/features/articles/preflight/rules.ts'
import { typedPreflightQuery } from '#web/features/articles/preflight/queries.ts'
import { useFlag } from '#web/features/ground/feature-flags/use-flag.ts'
import { useFormState, useFormStatus } from '#web/ui/form/use-form.ts'
import { type ArticleFormStore, type ArticleValues, bodyOf, checkedOf } from '../use-article-values.ts'

const REST_MS = 600

/** The id of the control for a finding's override reason. */
export const reasonId = (finding: Pick<Finding, 'rule' | 'subject'>) =>
  `reason-${findingKey(finding).replaceAll(/\W+/g, '-')}`

/**
 * Why a typed reason cannot be sent. If no reason is required, an empty one is valid: QA sees that it is
 * missing.
 */
export function reasonFault(reason: string, isNeeded = false): string | undefined {
  if (reason.trim() === '' && !isNeeded) return undefined
  return Override.shape.reason.safeParse(reason).error?.issues[0]?.message
}

export interface PreflightState {
  /** The user has not started to write, so no findings are shown. */
  isQuiet: boolean
  /** The flag is off: only the form's own checks run. */
  isOff: boolean
  /** The user tried to submit the article: missing reasons are marked. */
  isAsked: boolean
  findings: readonly Finding[]
  rules: number
  passed: number
  /** ASINs whose stock could not be read. */
  unread: readonly string[]
  /** Last known catalogue data of products that could not be queried now. */
  stale: Preflight['stale']
  isChecking: boolean
  /** A text exceeds its field's limit, so no request is sent. */
  isUnfit: boolean
  hasFailed: boolean
  /** Reasons typed in this dialog, by finding. */
  reasons: Readonly<Record<string, string>>
  giveReason: (finding: Finding, reason: string) => void
  /** Whether all reasons can be sent; moves the focus to the first that cannot. Drafts need no reasons. */
  check: (isDraft: boolean) => boolean
  /** The user pressed Submit. */
  wake: () => void
  /** The overrides to send with the save. */
  overrides: () => Override[]
  /** Warnings without a reason. */
  unexplained: readonly Finding[]
}

/** The input of the rules. A partly typed ASIN is reported by the form and is not worth a request. */
function askedOf(values: ArticleValues): string {
  return JSON.stringify({ ...bodyOf(values), intro: undefined, notes: undefined })
}

/** The form's values, debounced. The caller rerenders when typing starts and when it pauses. */
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
    // Values restored before this hook subscribed.
    setRested(last)
    const stop = form.subscribe(look)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [form])
  return { rested, isTyping }
}

/** Findings of the form itself: known without a request, and never about a text changed since. */
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

/** No checks run on a new article until the user types or submits. */
function useAwake(form: ArticleFormStore, isNew: boolean) {
  const { isDirty } = useFormStatus(form)
  const [isAwake, setAwake] = useState(!isNew)
  const [isAsked, setAsked] = useState(false)
  if (isDirty && !isAwake) setAwake(true)
  return { isQuiet: !isAwake && !isAsked, isAsked, wake: () => setAsked(true) }
}

/** Reasons typed beside the findings override the reasons stored before. */
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

/** The findings against submitting the article as it is typed now. */
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

/** Focuses the reason field and scrolls its error into view once both are rendered. */
function goToReason(id: string) {
  const control = document.getElementById(id)
  control?.focus()
  requestAnimationFrame(() => control?.closest('li')?.scrollIntoView({ block: 'nearest' }))
}

const pick = ({ rule, subject }: Finding) => ({ rule, subject })
