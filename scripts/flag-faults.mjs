const READ = /\b(?:flags\.value|useFlag)\(\s*(?:'([^']*)'|([^\s)]))/g

/**
 * What is wrong between the declared feature flags and the code that reads them: one that nothing reads, a reading of
 * one that is not declared, and a reading that does not say which.
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
 * The names in the declaration of feature flags.
 * @param {string} text of `shared/features/feature-flags/rules.ts`
 */
export const declaredFlags = (text) =>
  [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]*): flag\(/gm)].map(([, name]) => name)
