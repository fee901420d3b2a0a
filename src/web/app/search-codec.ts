type Search = Record<string, unknown>

const LIST_KEY = /\[\d{0,4}\]$/

/**
 * The address has plain strings; a list is its key with brackets, once per value: `tag[]=a&tag[]=b`. Numbers in the
 * brackets, as other programs write them, say nothing.
 */
export function parseSearch(text: string): Search {
  const search: Record<string, string | string[]> = {}
  for (const [key, value] of new URLSearchParams(text)) {
    if (!LIST_KEY.test(key)) {
      search[key] = value
      continue
    }
    const name = key.replace(LIST_KEY, '')
    const known = search[name]
    search[name] = Array.isArray(known) ? [...known, value] : [value]
  }
  return search
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

export function stringifySearch(search: Search): string {
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (Array.isArray(value))
      for (const each of value.filter(isGiven)) parameters.append(`${key}[]`, String(each))
    else if (isGiven(value)) parameters.set(key, String(value))
  }
  const text = parameters.toString().replaceAll('%5B%5D=', '[]=')
  return text === '' ? '' : `?${text}`
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Removes parameters that equal their default. */
export function withoutDefaults<Given extends object>(search: Given, defaults: object): Given {
  const rest = { ...search }
  for (const [key, value] of Object.entries(search))
    if (same(value, Reflect.get(defaults, key))) Reflect.deleteProperty(rest, key)
  return rest
}
