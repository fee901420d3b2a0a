import { type ToOptions, useRouter, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { z } from 'zod'

/** The search of a link to the current screen, whichever it is. */
export type ViewSearch = Exclude<ToOptions['search'], true | undefined | ((...previous: never) => unknown)>

/** The part of a screen's address that its views store. */
export interface Kept<Search extends ViewSearch> {
  schema: z.ZodType<Search>
  /** Address parameters of filters, columns and order; the open row and the page are not part of a view. */
  parameters: readonly (keyof Search & string)[]
}

/** Sorts lists, so that equal sets give equal text. */
function inOrder<Value>(value: Value): Value {
  const copy = structuredClone(value)
  if (Array.isArray(copy)) copy.sort()
  return copy
}

/** The stored part of an address in canonical form: without defaults, in the order of `parameters`. */
export function keptOf<Search extends ViewSearch>({ schema, parameters }: Kept<Search>, search: unknown) {
  const defaults = schema.parse({})
  const whole = schema.parse(search)
  const kept: Partial<Search> = {}
  for (const name of parameters) {
    const value = inOrder(whole[name])
    if (JSON.stringify(value) !== JSON.stringify(inOrder(defaults[name]))) kept[name] = value
  }
  return kept
}

/** The current address as a view would store it, and the addresses of views. */
export function useViewAddress<Search extends ViewSearch>(kept: Kept<Search>) {
  const { parseSearch, stringifySearch } = useRouter().options
  const raw: unknown = useSearch({ strict: false })
  return useMemo(() => {
    const textOf = (search: unknown) => stringifySearch(keptOf(kept, search)).replace(/^\?/, '')
    return {
      current: textOf(raw),
      /** A stored view in the same canonical form as `current`. */
      tidy: (text: string) => textOf(parseSearch(text)),
      /** The search of a link to a stored view. */
      searchOf: (text: string) => keptOf(kept, parseSearch(text)),
    }
  }, [kept, raw, parseSearch, stringifySearch])
}
export type ViewAddress = ReturnType<typeof useViewAddress<ViewSearch>>
