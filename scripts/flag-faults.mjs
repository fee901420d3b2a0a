const READ = /\b(?:flags\.value|useFlag)\(\s*(?:'([^']*)'|([^\s)]))/g

/**
 * Compares the declared feature flags with the code that reads them. Finds flags that nothing reads, reads of undeclared
 * flags, and reads that do not name their flag.
 * @param {readonly (readonly [file: string, text: string])[]} sources the product's code, without tests
 * @param {readonly string[]} declared
 * @returns {string[]} a line for each fault
 */
export function flagFaults(sources, declared) {
  const faults = []
  const read = new Set()
  for (const [file, text] of sources) {
    for (const [, name, other] of text.matchAll(READ)) {
      if (other !== undefined) faults.push(`${file}: a feature flag is read by its name, in quotes`)
      else if (declared.includes(name)) read.add(name)
      else faults.push(`${file}: no feature flag ${name} is declared`)
    }
  }
  const idle = declared.filter((name) => !read.has(name))
  return [...faults, ...idle.map((name) => `${name} is declared, and nothing reads it`)]
}

/**
 * Finds files that a declaration lists although they do not read the flag, and the reverse. The list is what a developer
 * follows to remove a flag.
 * @param {readonly (readonly [file: string, text: string])[]} sources the product's code, without tests
 * @param {Readonly<Record<string, readonly string[]>>} places by the flag's name, below `src`
 * @returns {string[]} a line for each fault
 */
export function placeFaults(sources, places) {
  return Object.entries(places).flatMap(([flag, told]) => {
    const found = sources
      .filter(([, text]) => [...text.matchAll(READ)].some(([, name]) => name === flag))
      .map(([file]) => file.replace(/^src\//, ''))
    return [
      ...found.filter((file) => !told.includes(file)).map((file) => `${flag} is read in ${file}, too`),
      ...told.filter((file) => !found.includes(file)).map((file) => `${flag} is not read in ${file}`),
    ]
  })
}

/**
 * The places in the declaration of feature flags, by the flag's name.
 * @param {string} text of `shared/features/ground/feature-flags/rules.ts`
 * @returns {Record<string, string[]>}
 */
export const declaredPlaces = (text) =>
  Object.fromEntries(
    [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]*): flag\(.*?^ {2}\}\)/gms)].map(([declaration, name]) => [
      name,
      [...(/places: \[(.*?)\]/s.exec(declaration)?.[1] ?? '').matchAll(/'([^']*)'/g)].map(([, file]) => file),
    ]),
  )

/**
 * The names in the declaration of feature flags.
 * @param {string} text of `shared/features/ground/feature-flags/rules.ts`
 */
export const declaredFlags = (text) =>
  [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]*): flag\(/gm)].map(([, name]) => name)
