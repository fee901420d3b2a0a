import { useRouter, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { z } from 'zod'

/** What a screen's views keep of its address. */
export interface Kept {
  schema: z.ZodType<Record<string, unknown>>
  /** Filters, columns and order, by their names in the address; what is open and the page are no part of a view. */
  parameters: readonly string[]
}

const inOrder = (value: unknown) => (Array.isArray(value) ? [...value].map(String).sort() : value)

/** The kept part of an address, always written alike: only what is not the default, in the order of `parameters`. */
export function keptOf({ schema, parameters }: Kept, search: unknown): Record<string, unknown> {
  const defaults = schema.parse({})
  const read = schema.parse(search)
  return Object.fromEntries(
    parameters
      .map((name) => [name, inOrder(read[name])] as const)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(inOrder(defaults[name]))),
  )
}

/** The present address as a view would keep it, and the addresses of views. */
export function useViewAddress(kept: Kept) {
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
export type ViewAddress = ReturnType<typeof useViewAddress>
