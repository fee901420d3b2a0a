const scalar = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))
const isGiven = (value: unknown) => value !== undefined && value !== null

/** `{ page: 2, users: [5, 7] }` → `?page=2&users[0]=5&users[1]=7`; undefined values are left out. */
export function queryString(query: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (Array.isArray(value))
      value.filter(isGiven).forEach((each, index) => {
        parameters.append(`${key}[${index}]`, scalar(each))
      })
    else if (isGiven(value)) parameters.append(key, scalar(value))
  }
  const text = parameters.toString().replaceAll('%5B', '[').replaceAll('%5D', ']')
  return text === '' ? '' : `?${text}`
}

/** Fills the `:name` segments of an endpoint's path. */
export function pathWith(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(scalar(params[name])))
}
