/**
 * Changes some parameters and keeps the rest of an address: `<Link from={path} to="."
 * search={patched<ListSearch>({ page: 2 })}>`. With a spread, or without the named type, a parameter that the
 * screen does not have would compile.
 */
export const patched =
  <Search extends object>(patch: [keyof Search] extends [never] ? never : NoInfer<Partial<Search>>) =>
  (previous: Search): Search => ({ ...previous, ...patch })
