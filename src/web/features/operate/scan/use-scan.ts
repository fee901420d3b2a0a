import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Scan, ScanFunction } from '#shared/features/operate/scan/contract.ts'
import type { ScanFix } from '#shared/features/operate/scan/rules.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { FAILURES, HTTP_ERROR, MENDED, NOTHING_TO_SCAN } from './messages.ts'
import { fixFunction, runFunction, scanQuery } from './queries.ts'
import type { ScanSearch } from './search.ts'

type Shown = Readonly<Record<string, ScanFunction>>

/** A function whose request failed: the failure itself is the result. */
const unanswered = (one: ScanFunction): ScanFunction => ({
  ...one,
  status: 'error',
  items: [{ label: one.name, ...HTTP_ERROR, status: 'error', fix: null, site_id: null, article_id: null }],
})

const functionsIn = (scans: readonly Scan[]) =>
  scans.flatMap(({ features }) => features).flatMap(({ functions }) => functions)

const URGENCY: Readonly<Partial<Record<ScanFunction['status'], number>>> = { error: 2, warning: 1 }
const urgencyOf = (...functions: readonly ScanFunction[]): number =>
  Math.max(0, ...functions.map(({ status }) => URGENCY[status] ?? 0))

const urgentFirst = <One>(all: readonly One[], functionsOf: (one: One) => readonly ScanFunction[]): One[] =>
  all.toSorted((one, other) => urgencyOf(...functionsOf(other)) - urgencyOf(...functionsOf(one)))

/** What was broken at the last run comes first. Later results stay in their places. */
const brokenFirst = (scans: readonly Scan[]): Scan[] =>
  urgentFirst(scans, (scan) => functionsIn([scan])).map((scan) => ({
    ...scan,
    features: urgentFirst(scan.features, ({ functions }) => functions).map((feature) => ({
      ...feature,
      functions: urgentFirst(feature.functions, (one) => [one]),
    })),
  }))

/** The scans with the results found since they were loaded. */
const withShown = (scans: readonly Scan[], shown: Shown): Scan[] =>
  scans.map((scan) => ({
    ...scan,
    features: scan.features.map((feature) => ({
      ...feature,
      functions: feature.functions.map((one) => shown[one.id] ?? one),
    })),
  }))

/** A scan in progress: the running function and the progress. */
export interface Progress {
  name: string
  done: number
  total: number
}

/** The scan of the screen: runs its functions in sequence or individually. Leaving the screen aborts it. */
export function useScan({ site, function: only }: ScanSearch) {
  const queries = useQueryClient()
  const options = scanQuery({ site, function: only })
  const query = useQuery(options)
  const [shown, setShown] = useState<Shown>({})
  const [progress, setProgress] = useState<Progress | null>(null)
  const abort = useRef<AbortController>(null)
  /** Individual runs; aborted by leaving the screen, by another filter and by Reset. */
  const single = useRef(new AbortController())
  const scans = withShown(brokenFirst(query.data?.data ?? []), shown)
  const functions = functionsIn(scans)

  const show = (one: ScanFunction) => setShown((known) => ({ ...known, [one.id]: one }))
  const stop = () => {
    abort.current?.abort()
    abort.current = null
    single.current.abort()
    single.current = new AbortController()
    setProgress(null)
  }
  // Results of one site do not apply to another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another scan
  useEffect(() => {
    setShown({})
    single.current = new AbortController()
    return () => {
      abort.current?.abort()
      single.current.abort()
    }
  }, [site, only])

  const runOne = async (one: ScanFunction, signal: AbortSignal) => {
    show({ ...one, status: 'processing' })
    try {
      const found = await runFunction(one.id, site, signal)
      if (!signal.aborted) show(found ?? unanswered(one))
    } catch {
      if (!signal.aborted) show(unanswered(one))
    }
  }
  const start = async () => {
    if (functions.length === 0) return notify({ kind: 'info', title: NOTHING_TO_SCAN })
    const control = new AbortController()
    abort.current = control
    for (const [done, one] of functions.entries()) {
      setProgress({ name: one.name, done, total: functions.length })
      await runOne(one, control.signal)
      if (control.signal.aborted) return
    }
    stop()
  }
  const reset = async () => {
    stop()
    setShown({})
    await queries.refetchQueries({ queryKey: options.queryKey })
  }
  const fixOne = async ({ one, name }: { one: ScanFunction; name: ScanFix }) => {
    show({ ...one, status: 'processing' })
    try {
      const found = await fixFunction(one.id, name)
      // The response covers all sites; this screen can be limited to one.
      if (found) show(site === undefined ? found : { ...found, ...narrowed(found, site) })
      notify({ kind: 'success', title: MENDED })
    } catch (error) {
      show(one)
      handleError(FAILURES.fix)(error)
    }
  }
  const { mutate: fix } = useMutation({ mutationFn: fixOne })
  return {
    query,
    scans,
    functions,
    progress,
    start: () => void start(),
    reset: () => void reset(),
    run: (one: ScanFunction) => void runOne(one, single.current.signal),
    fix: (one: ScanFunction, name: ScanFix) => fix({ one, name }),
  }
}

const narrowed = ({ items }: ScanFunction, site: number) => ({
  items: items.filter(({ site_id: of }) => of === null || of === site),
})
