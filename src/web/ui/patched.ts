/**
 * The rest of an address stays as it is: `<Link from={path} to="." search={patched<ListSearch>({ page: 2 })}>`. Written
 * as a spread, a parameter that the screen does not have would compile; so it would if the type were not named.
 */
export const patched =
  <Search extends object>(patch: [keyof Search] extends [never] ? never : NoInfer<Partial<Search>>) =>
  (previous: Search): Search => ({ ...previous, ...patch })
