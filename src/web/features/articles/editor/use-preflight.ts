import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Article } from '#shared/features/articles/contract.ts'
import { type Finding, Override, PreflightBody } from '#shared/features/preflight/contract.ts'
import { findingKey } from '#shared/features/preflight/rules.ts'
import { typedPreflightQuery } from '#web/features/preflight/queries.ts'
import { type ArticleFormStore, type ArticleValues, bodyOf } from '../use-article-values.ts'

const REST_MS = 600

/** The id of the control for the reason of a finding. */
export const reasonId = (finding: Pick<Finding, 'rule' | 'subject'>) =>
  `reason-${findingKey(finding).replaceAll(/\W+/g, '-')}`

/** What keeps a reason from being sent as it is typed. None is as good as one: QA sees that. */
export function reasonFault(reason: string): string | undefined {
  if (reason.trim() === '') return undefined
  return Override.shape.reason.safeParse(reason).error?.issues[0]?.message
}

export interface PreflightState {
  findings: readonly Finding[]
  rules: number
  passed: number
  /** ASINs whose stock nobody could tell. */
  unread: readonly string[]
  isChecking: boolean
  /** A text does not fit its field, so nothing is asked. */
  isUnfit: boolean
  hasFailed: boolean
  /** Reasons that were typed in this dialog, by finding. */
  reasons: Readonly<Record<string, string>>
  giveReason: (finding: Finding, reason: string) => void
  /** Says whether every reason can be sent, and leads to the first that cannot. */
  check: () => boolean
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

/** What speaks against submitting the article, as it is typed. */
export function usePreflight(form: ArticleFormStore, article: Article | null): PreflightState {
  const { rested, isTyping } = useRested(form)
  const body = { ...JSON.parse(rested), article_id: article?.article_id }
  const isUnfit = !PreflightBody.safeParse(body).success
  const { data, isFetching, isError } = useQuery({ ...typedPreflightQuery(body), enabled: !isUnfit })
  const [reasons, setReasons] = useState<Record<string, string>>({})
  const findings = data?.findings ?? []
  const reasonFor = (finding: Finding) => reasons[findingKey(finding)] ?? finding.override?.reason ?? ''
  return {
    findings,
    rules: data?.rules ?? 0,
    passed: data?.passed ?? 0,
    unread: data?.unread ?? [],
    isChecking: isFetching || isTyping,
    isUnfit,
    hasFailed: isError,
    reasons,
    giveReason: (finding, reason) => setReasons((all) => ({ ...all, [findingKey(finding)]: reason })),
    check() {
      const wrong = findings.find((finding) => reasonFault(reasons[findingKey(finding)] ?? '') !== undefined)
      if (wrong) document.getElementById(reasonId(wrong))?.focus()
      return wrong === undefined
    },
    overrides: () =>
      findings.flatMap((finding) => {
        const reason = reasons[findingKey(finding)]?.trim()
        return finding.level === 'warning' && reason ? [{ ...pick(finding), reason }] : []
      }),
    unexplained: findings.filter(
      (finding) => finding.level === 'warning' && reasonFor(finding).trim() === '',
    ),
  }
}

const pick = ({ rule, subject }: Finding) => ({ rule, subject })
