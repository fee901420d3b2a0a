import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import type { ListFilter } from '#web/ui/list/filter.ts'
import type { ChoiceSource } from './messages.ts'
import { type Choices, useChoices } from './use-choices.ts'

const MOST_NAMED = 2

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED
  return names.slice(0, MOST_NAMED).join(', ') + (rest > 0 ? ` +${rest}` : '')
}

/** `2026-3-7` */
const shortDay = (day: unknown): string | undefined =>
  typeof day === 'string' ? day.replaceAll('-0', '-') : undefined

function rangeOf(from: string | undefined, to: string | undefined): string {
  if (from === undefined && to === undefined) return ''
  return from === to ? `${from}` : `${from ?? '…'} to ${to ?? '…'}`
}

/** Reports choices that could not be loaded. */
const useUnloadedNotice = (failure: Choices['failure'], title = failure?.title ?? '') =>
  useFailureNotice(failure?.error ?? null, title)

/** The value of a filter as text; empty while it is inactive. */
export function useFilterWords(
  filter: ListFilter<ChoiceSource>,
  name: string,
  search: Readonly<Record<string, unknown>>,
): string {
  const value = search[name]
  const isChosen = filter.kind === 'one' || filter.kind === 'many'
  const word = isChosen ? filter.word : undefined
  const { offers, failure } = useChoices(isChosen ? filter.from : [], value !== undefined && !word)
  useUnloadedNotice(failure, isChosen ? filter.failTitle : undefined)
  if (filter.kind === 'days') return rangeOf(shortDay(value), shortDay(search[filter.until]))
  if (filter.kind === 'either') return filter.from.find((each) => each.value === value)?.label ?? ''
  if (value === undefined) return ''
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (word) return listed(values.map((each) => word(String(each))))
  if (failure?.error) return `${values.length} chosen`
  return listed(values.map((each) => offers.find((offer) => offer.value === each)?.name ?? '…'))
}
