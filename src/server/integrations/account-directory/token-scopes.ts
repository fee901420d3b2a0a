/**
 * Scopes of a token from the system's response header; undefined if there is none, as for tokens with another
 * kind of permissions.
 */
const scopesIn = (headers: Headers, name: string): readonly string[] | undefined =>
  headers
    .get(name)
    ?.split(',')
    .map((scope) => scope.trim())
    .filter((scope) => scope !== '')

/** Required scopes that a token lacks; none if the system does not report them. */
export function lackingScopes(headers: Headers, name: string, needed: readonly string[]): readonly string[] {
  const scopes = scopesIn(headers, name)
  return scopes === undefined ? [] : needed.filter((scope) => !scopes.includes(scope))
}
