import { type ToOptions, useRouter, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { z } from 'zod'

/** What a link may ask for of the screen where it stands, whichever that is. */
export type ViewSearch = Exclude<ToOptions['search'], true | undefined | ((...previous: never) => unknown)>

/** What a screen's views keep of its address. */
export interface Kept<Search extends ViewSearch> {
  schema: z.ZodType<Search>
  /** Filters, columns and order, by their names in the address; what is open and the page are no part of a view. */
  parameters: readonly (keyof Search & string)[]
}

/** Lists that say the same are written alike. */
function inOrder<Value>(value: Value): Value {
  const copy = structuredClone(value)
  if (Array.isArray(copy)) copy.sort()
  return copy
}

/** The kept part of an address, always written alike: only what is not the default, in the order of `parameters`. */
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

/** The present address as a view would keep it, and the addresses of views. */
export function useViewAddress<Search extends ViewSearch>(kept: Kept<Search>) {
  const { parseSearch, stringifySearch } = useRouter().options
  const raw: unknown = useSearch({ strict: false })
  return useMemo(() => {
    const textOf = (search: unknown) => stringifySearch(keptOf(kept, search)).replace(/^\?/, '')
    return {
      current: textOf(raw),
      /** A stored view, written as `current` is. */
      tidy: (text: string) => textOf(parseSearch(text)),
      /** What a link to a stored view asks for. */
      searchOf: (text: string) => keptOf(kept, parseSearch(text)),
    }
  }, [kept, raw, parseSearch, stringifySearch])
}
export type ViewAddress = ReturnType<typeof useViewAddress<ViewSearch>>
