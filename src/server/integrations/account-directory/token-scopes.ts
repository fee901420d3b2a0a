/**
 * The scopes that a token has, by the header in which the system tells them; undefined where it tells none, as of tokens
 * whose rights are given otherwise.
 */
const scopesIn = (headers: Headers, name: string): readonly string[] | undefined =>
  headers
    .get(name)
    ?.split(',')
    .map((scope) => scope.trim())
    .filter((scope) => scope !== '')

/** Those of the needed scopes that a token lacks; none where the system does not tell. */
export function lackingScopes(headers: Headers, name: string, needed: readonly string[]): readonly string[] {
  const scopes = scopesIn(headers, name)
  return scopes === undefined ? [] : needed.filter((scope) => !scopes.includes(scope))
}
